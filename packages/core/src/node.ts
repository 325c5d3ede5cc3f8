import type { IncomingMessage, ServerResponse } from "node:http";
import type { Auth } from "./auth.js";
import { longestBodyBytes } from "./http/body.js";

/** Anything that answers a `Request`, e.g. an `Auth`. */
type Handles = Pick<Auth, "handler">;
type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Mounts an auth on `node:http`, or on what builds on it (Express, Connect, Fastify's `raw`).
 * Always answers and never throws, whatever arrives.
 *
 * @example createServer(nodeHandler(auth)).listen(3000)
 */
export function nodeHandler(auth: Handles): NodeHandler {
  return (incoming, outgoing) => {
    answer(auth, incoming, outgoing).catch(() => {
      // Only a connection that is already broken, or a request that is not HTTP as we know it, comes here.
      if (!outgoing.headersSent) refuse(outgoing, 400, "BAD_REQUEST", "Bad request");
      else outgoing.destroy();
    });
  };
}

async function answer(auth: Handles, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const method = incoming.method ?? "GET";
  // `Request` cannot have these (Fetch standard, forbidden methods); nothing here has them either.
  if (method === "CONNECT" || method === "TRACE" || method === "TRACK")
    return refuse(outgoing, 405, "METHOD_NOT_ALLOWED", "Method not allowed");
  const path = pathOf(incoming);
  if (!path.startsWith("/")) return refuse(outgoing, 400, "BAD_REQUEST", "Bad request");

  const body = method === "GET" || method === "HEAD" ? null : await readBody(incoming);
  if (body === "too large") {
    outgoing.setHeader("connection", "close");
    return refuse(outgoing, 413, "PAYLOAD_TOO_LARGE", "Payload too large");
  }
  // The host is never trusted: links and checks use the configured base URL.
  const request = new Request(`http://localhost${path}`, { method, headers: headersOf(incoming), body });
  const response = await auth.handler(request, { ipAddress: incoming.socket.remoteAddress });
  await send(response, outgoing);
}

/** Frameworks that mount below a path cut it off `url` and keep the whole in `originalUrl`. */
function pathOf(incoming: IncomingMessage): string {
  const whole = "originalUrl" in incoming ? incoming.originalUrl : undefined;
  return typeof whole === "string" ? whole : (incoming.url ?? "/");
}

/** Node has joined repeated headers already, each by its own rule; the pseudo headers of HTTP/2 stay behind. */
function headersOf(incoming: IncomingMessage): [string, string][] {
  const pairs: [string, string][] = [];
  for (const name in incoming.headers) {
    const value = incoming.headers[name];
    if (typeof value === "string" && name[0] !== ":") pairs.push([name, value]);
  }
  return pairs;
}

/** What is read and thrown away of a body that is too large, so that its sender gets to see the answer. */
const mostDrainedBytes = 32 * 1024 * 1024;

/** The whole body, or "too large". A body that a framework has parsed already is written out again. */
function readBody(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | string | null> {
  if (incoming.readableEnded) return Promise.resolve(consumedBody(incoming));
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let length = 0;
    incoming.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= longestBodyBytes) chunks.push(chunk);
      else chunks = [];
      if (length > mostDrainedBytes) resolve("too large");
    });
    incoming.on("end", () => {
      if (length > longestBodyBytes) resolve("too large");
      else resolve(length === 0 ? null : new Uint8Array(Buffer.concat(chunks, length)));
    });
    incoming.on("error", reject);
    incoming.on("close", () => reject(new Error("The request ended before its body did.")));
  });
}

function consumedBody(incoming: IncomingMessage): Uint8Array<ArrayBuffer> | string | null {
  const parsed = "body" in incoming ? incoming.body : undefined;
  if (parsed === undefined || parsed === null) return null;
  if (parsed instanceof Uint8Array) return new Uint8Array(parsed);
  return typeof parsed === "string" ? parsed : JSON.stringify(parsed);
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  const headers: Record<string, string | string[] | number> = {};
  for (const [name, value] of response.headers) if (name !== "set-cookie") headers[name] = value;
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers["set-cookie"] = cookies;
  headers["content-length"] = body.length;
  outgoing.writeHead(response.status, headers);
  outgoing.end(outgoing.req.method === "HEAD" ? undefined : body);
}

function refuse(outgoing: ServerResponse, status: number, code: string, message: string): void {
  const body = JSON.stringify({ code, message });
  const allow = status === 405 ? { allow: "GET, POST" } : {};
  outgoing.writeHead(status, {
    "content-type": "application/json",
    "cache-control": "no-store",
    "content-length": Buffer.byteLength(body),
    ...allow,
  });
  outgoing.end(body);
}
