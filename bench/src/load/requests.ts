import { baseURL, routes } from "../contenders/contender.ts";

export interface Person {
  readonly email: string;
  readonly password: string;
}

const common = `Host: ${new URL(baseURL).host}\r\nUser-Agent: bench\r\nAccept: application/json\r\n`;

export function getSessionRequest(cookie: string): Buffer {
  return Buffer.from(`GET ${routes.getSession} HTTP/1.1\r\n${common}Cookie: ${cookie}\r\n\r\n`);
}

export function signInRequest({ email, password }: Person): Buffer {
  return post(routes.signIn, { email, password });
}

export function signUpRequest({ email, password }: Person): Buffer {
  return post(routes.signUp, { name: email, email, password });
}

function post(path: string, input: object): Buffer {
  const body = JSON.stringify(input);
  const head = `POST ${path} HTTP/1.1\r\n${common}Origin: ${baseURL}\r\nContent-Type: application/json\r\n`;
  return Buffer.from(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}
