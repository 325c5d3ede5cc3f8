import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { AnswerFault } from "./faults.js";

/** The response of a handler. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string;
}

export interface Running {
  readonly origin: string;
  stop(): Promise<void>;
}

/**
 * Starts a server on this machine only. If `respond` answers null, the connection is closed. Throws if the port is in
 * use.
 */
export async function listen(
  port: number,
  respond: (asked: Asked, origin: string) => Promise<Answer | null>,
): Promise<Running> {
  let origin = "";
  const server = createServer((request, response) => {
    void serve(request, response, (asked) => respond(asked, origin), origin);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(isTaken(error) ? new Error(takenPort(port), { cause: error }) : error));
    server.listen(port, "127.0.0.1", resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, stop: () => close(server) };
}

const isTaken = (error: Error): boolean => "code" in error && error.code === "EADDRINUSE";

const takenPort = (port: number): string =>
  `Port ${port} of 127.0.0.1 is in use: stop its server, or set another \`port\`. Without \`port\`, a free one is used.`;

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  respond: (asked: Asked) => Promise<Answer | null>,
  origin: string,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const asked: Asked = {
    method: request.method ?? "GET",
    url: new URL(request.url ?? "/", origin),
    headers: new Headers(
      Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
    ),
    body: Buffer.concat(chunks).toString(),
  };
  // An error here is a fault of a dialect or a test: the client gets the error at once.
  const answer = await respond(asked).catch((thrown: unknown) => text(500, String(Object(thrown).stack ?? thrown)));
  if (!answer) {
    response.destroy();
    return;
  }
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body);
}

/** An HTML response. */
export const html = (body: string): Answer => ({
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8" },
  body,
});

/** A plain text response for a user or a developer. */
export const text = (status: number, body: string): Answer => ({
  status,
  headers: { "content-type": "text/plain; charset=utf-8" },
  body,
});

export const json = (value: unknown, status = 200): Answer => ({
  status,
  headers: { "content-type": "application/json", "cache-control": "no-store" },
  body: JSON.stringify(value),
});

/** The response with the fault; null: no response. */
export async function misbehave(answer: Answer, fault: AnswerFault | undefined): Promise<Answer | null> {
  if (!fault) return answer;
  if (fault.slowMilliseconds !== undefined) await new Promise((done) => setTimeout(done, fault.slowMilliseconds));
  if (fault.hangsUp) return null;
  if (fault.redirectTo !== undefined) {
    return { status: fault.status ?? 307, headers: { location: fault.redirectTo }, body: "" };
  }
  const status = fault.status ?? answer.status;
  if (fault.text !== undefined) return { ...answer, status, body: fault.text };
  return fault.json === undefined ? { ...answer, status } : json(fault.json, status);
}
