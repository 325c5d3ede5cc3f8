import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { memory } from "@keyhold/adapter-memory";
import { type AuthConfig, createAuth } from "@keyhold/core";
import { nodeHandler } from "@keyhold/core/node";
import type { PasswordHashing } from "@keyhold/core/passwords";
import type { AnyPlugin } from "@keyhold/core/plugin";
import { username } from "@keyhold/username";
import { noteRequest } from "./settled.ts";

/** A cheap hash: these tests do not concern passwords. */
const cheapHashing: PasswordHashing = { algorithm: "scrypt", cost: { logN: 4, blockSize: 8, parallelism: 1 } };

/** The failure of one request: a response, or no response. */
export type Failure =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | "disconnect"
  | "silence";

/** Ends the note of a request of a browser that has not arrived yet, by its number. */
const underWay: (() => void)[] = [];

/** A real server on a real port. */
export interface AuthServer {
  readonly url: string;
  /** Method, path and query of every request, oldest first. */
  readonly requests: readonly string[];
  /** The failures of the next requests, one each, in place of the handler. */
  failNext(...failures: readonly Failure[]): void;
  /** Sets the server's clock forward. */
  wait(seconds: number): void;
  /** The `fetch` of a browser: it keeps cookies and sends an origin. */
  browser(): typeof fetch;
  close(): Promise<void>;
}

/** Requests outside the routes get the page. `plugins`: in addition to `username()`. `config`: further options. */
export async function startAuthServer(
  page = "",
  plugins: readonly AnyPlugin[] = [],
  config: Pick<AuthConfig, "mail" | "user" | "session"> = {},
): Promise<AuthServer> {
  const requests: string[] = [];
  const failures: Failure[] = [];
  const server = createServer();
  const url = await listen(server);
  let aheadMilliseconds = 0;
  const auth = createAuth({
    secret: "only for this test: 4f9b7c21d8e3a650",
    baseURL: url,
    database: memory(),
    now: () => new Date(Date.now() + aheadMilliseconds),
    emailAndPassword: { enabled: true, passwordHashing: cheapHashing, passwordQueueSeconds: 60 },
    user: { changeEmail: { enabled: true }, deleteUser: { enabled: true } },
    // A test file signs up more users from one IP address than the limits allow.
    rateLimit: { enabled: false, wrongPasswords: false },
    ...config,
    plugins: [username(), ...plugins],
  });
  const handle = nodeHandler(auth);
  server.on("request", (request, response) => {
    if (!request.url?.startsWith("/api/auth")) return response.setHeader("content-type", "text/html").end(page);
    underWay[Number(request.headers["x-request"])]?.();
    requests.push(`${request.method} ${request.url.replace("/api/auth", "")}`);
    const failure = failures.shift();
    if (failure === "disconnect") return request.socket.destroy();
    if (failure !== "silence") response.on("close", noteRequest());
    if (!failure) return handle(request, response);
    if (failure !== "silence") response.writeHead(failure.status, failure.headers).end(failure.body);
  });
  return {
    url,
    requests,
    failNext: (...more) => void failures.push(...more),
    wait: (seconds) => {
      aheadMilliseconds += seconds * 1000;
    },
    browser: () => browserFetch(url),
    close: () => close(server),
  };
}

export function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}

export function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

function browserFetch(origin: string): typeof fetch {
  const jar = new Map<string, string>();
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("origin", origin);
    if (init?.credentials === "include") headers.set("cookie", [...jar].map((pair) => pair.join("=")).join("; "));
    // From the call on: on a busy machine the server gets it later.
    const arrived = noteRequest();
    headers.set("x-request", String(underWay.push(arrived) - 1));
    const response = await fetch(input, { ...init, headers }).finally(arrived);
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "" || /max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
}

/** A user before the sign-up. */
let people = 0;
export const newPerson = (): { name: string; email: string; password: string } => {
  people += 1;
  return { name: `Person ${people}`, email: `person${people}@example.com`, password: "correct horse battery" };
};
