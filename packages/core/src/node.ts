import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Auth } from "./auth.js";
import { commonError } from "./contract/errors.js";
import { longestBodyBytes } from "./http/body.js";
import { type Reply, replyWithError } from "./http/reply.js";

type Mounted = Pick<Auth, "reply"> & Partial<Pick<Auth, "mostBodyBytesAt">>;
type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Mounts an auth on `node:http`, or on what builds on it (Express, Connect, Fastify's `raw`).
 * Always answers and never throws, whatever arrives.
 *
 * @example createServer(nodeHandler(auth)).listen(3000)
 */
export function nodeHandler(auth: Mounted): NodeHandler {
  return (incoming, outgoing) => {
    answer(auth, incoming)
      .then((reply) => send(reply, outgoing))
      .catch(() => {
        // Only a connection that is already broken, or a request that is not HTTP as we know it, comes here.
        if (outgoing.headersSent) outgoing.destroy();
        else send(replyWithError(commonError("BAD_REQUEST"), []), outgoing);
      });
  };
}

/** Methods that no `Request` can have (Fetch standard, forbidden methods). */
const impossibleMethods: ReadonlySet<string> = new Set(["CONNECT", "TRACE", "TRACK"]);

async function answer(auth: Mounted, incoming: IncomingMessage): Promise<Reply> {
  const method = incoming.method ?? "GET";
  if (impossibleMethods.has(method)) {
    return replyWithError(commonError("METHOD_NOT_ALLOWED", { headers: { allow: "GET, POST" } }), []);
  }
  const path = pathOf(incoming);
  if (!path.startsWith("/")) return replyWithError(commonError("BAD_REQUEST"), []);
  const [asSent = ""] = path.split("?", 1);
  const mostBytes = auth.mostBodyBytesAt?.(asSent) ?? longestBodyBytes;

  const body = method === "GET" || method === "HEAD" ? null : await readBody(incoming, mostBytes);
  if (body === "too large") {
    return replyWithError(commonError("PAYLOAD_TOO_LARGE", { headers: { connection: "close" } }), []);
  }
  // The host is never trusted: links and checks use the configured base URL.
  const request = new Request(`http://localhost${path}`, { method, headers: headersOf(incoming), body });
  // `Request` tidies dots and backslashes away, and a cache or a proxy before us may not: to it that was another path.
  if (!request.url.startsWith(`http://localhost${asSent}`)) return replyWithError(commonError("NOT_FOUND"), []);
  return auth.reply(request, { ipAddress: incoming.socket.remoteAddress });
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
function readBody(incoming: IncomingMessage, mostBytes: number): Promise<Uint8Array<ArrayBuffer> | string | null> {
  if (incoming.readableEnded) return Promise.resolve(consumedBody(incoming));
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let length = 0;
    incoming.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= mostBytes) chunks.push(chunk);
      else chunks = [];
      if (length > mostDrainedBytes) resolve("too large");
    });
    incoming.on("end", () => {
      if (length > mostBytes) resolve("too large");
      else resolve(length === 0 ? null : new Uint8Array(Buffer.concat(chunks, length)));
    });
    incoming.on("error", reject);
    incoming.on("close", () => reject(new Error("The request ended before its body did.")));
  });
}

function consumedBody(incoming: IncomingMessage): Uint8Array<ArrayBuffer> | string | null {
  // Some frameworks keep the bytes under this name, for those who check signatures.
  if ("rawBody" in incoming && incoming.rawBody instanceof Uint8Array) return new Uint8Array(incoming.rawBody);
  const parsed = "body" in incoming ? incoming.body : undefined;
  if (parsed === undefined || parsed === null) return null;
  if (parsed instanceof Uint8Array) return new Uint8Array(parsed);
  return typeof parsed === "string" ? parsed : JSON.stringify(parsed);
}

function send({ status, headers, cookies, body }: Reply, outgoing: ServerResponse): void {
  const isHead = outgoing.req.method === "HEAD";
  const all: OutgoingHttpHeaders = { ...headers };
  // To HEAD it would have to be the length that GET gets, for which nothing was run (RFC 9110, 8.6).
  if (!isHead) all["content-length"] = Buffer.byteLength(body);
  // What the framework has set already stays: its own cookies, and what else its answers vary by.
  const lines = [...listOf(outgoing.getHeader("set-cookie")), ...cookies];
  if (lines.length > 0) all["set-cookie"] = lines;
  const varies = [...listOf(outgoing.getHeader("vary")), ...listOf(headers.vary)];
  if (varies.length > 0) all.vary = varies.join(", ");
  outgoing.writeHead(status, all);
  outgoing.end(isHead ? undefined : body);
}

const listOf = (value: number | string | readonly string[] | undefined): readonly string[] => {
  if (value === undefined) return [];
  return typeof value === "object" ? value : [String(value)];
};
