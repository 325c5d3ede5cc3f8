import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Auth } from "./auth.js";
import { commonError } from "./contract/errors.js";
import {
  brokenOff,
  type HeaderLookup,
  type IncomingBody,
  type IncomingRequest,
  maxDiscardedBytes,
  splitTarget,
} from "./http/incoming-request.js";
import { type Reply, replyWithError } from "./http/reply.js";

type Mounted = Pick<Auth, "reply">;
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
      .then((reply) => {
        send(reply, outgoing);
        dropRest(incoming);
      })
      .catch(() => {
        // Only a connection that is already broken, or a request that is not HTTP as we know it, comes here.
        if (outgoing.headersSent) outgoing.destroy();
        else send(replyWithError(commonError("BAD_REQUEST"), []), outgoing);
      });
  };
}

async function answer(auth: Mounted, incoming: IncomingMessage): Promise<Reply> {
  const target = targetOf(incoming);
  // "*", or a whole address, which only proxies take.
  if (!target.startsWith("/")) return replyWithError(commonError("BAD_REQUEST"), []);
  return auth.reply(requestOf(incoming, target), { ipAddress: incoming.socket.remoteAddress });
}

/** Frameworks that mount below a path cut it off `url` and keep the whole in `originalUrl`. */
function targetOf(incoming: IncomingMessage): string {
  const whole = "originalUrl" in incoming ? incoming.originalUrl : undefined;
  return typeof whole === "string" ? whole : (incoming.url ?? "/");
}

function requestOf(incoming: IncomingMessage, target: string): IncomingRequest {
  const { method = "GET", headers } = incoming;
  const { path, query } = splitTarget(target);
  return {
    method,
    path,
    query,
    headers: lookUp(headers),
    body: method === "GET" || method === "HEAD" ? null : bodyOf(incoming),
    // The host is never trusted: links and checks use the configured base URL.
    toRequest: () => new Request(`http://localhost${target}`, { method, headers: pairsOf(headers) }),
  };
}

/** Node has joined repeated headers already, each by its own rule. */
const lookUp = (headers: IncomingHttpHeaders): HeaderLookup => ({
  get(name) {
    const value = headers[name];
    return typeof value === "string" ? value : null;
  },
});

/** The pseudo headers of HTTP/2 stay behind. */
function pairsOf(headers: IncomingHttpHeaders): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" && name[0] !== ":" ? [[name, value]] : [],
  );
}

const bodyOf = (incoming: IncomingMessage): IncomingBody => ({
  read: (maxBytes) => (incoming.readableEnded ? consumedBody(incoming, maxBytes) : readBody(incoming, maxBytes)),
  // What is left is dropped behind the answer.
  discard: async () => undefined,
});

function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let length = 0;
    incoming.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBytes) chunks.push(chunk);
      else chunks = [];
      if (length > maxDiscardedBytes) reject(tooLarge(incoming));
    });
    incoming.on("end", () => {
      if (length > maxBytes) reject(tooLarge(incoming));
      else resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length));
    });
    const breakOff = (): void => reject(brokenOff());
    incoming.on("error", breakOff);
    incoming.on("close", breakOff);
    if (incoming.destroyed) breakOff();
  });
}

/** HTTP/2 forbids the header. */
const tooLarge = ({ httpVersionMajor }: IncomingMessage): Error =>
  commonError("PAYLOAD_TOO_LARGE", httpVersionMajor === 1 ? { headers: { connection: "close" } } : {});

/** Of a body that was not read to its end the rest is thrown away, so that its sender gets to see the answer. */
function dropRest(incoming: IncomingMessage): void {
  if (incoming.complete) return;
  let length = 0;
  incoming.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxDiscardedBytes) incoming.destroy();
  });
  incoming.resume();
}

/** A body that a framework has read before us: its bytes where they were kept, or what was parsed, written out again. */
async function consumedBody(incoming: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const bytes = consumedBytes(incoming);
  if (bytes.length > maxBytes) throw commonError("PAYLOAD_TOO_LARGE");
  return bytes;
}

function consumedBytes(incoming: IncomingMessage): Uint8Array {
  // Some frameworks keep the bytes under this name, for those who check signatures.
  if ("rawBody" in incoming && incoming.rawBody instanceof Uint8Array) return incoming.rawBody;
  const parsed = "body" in incoming ? incoming.body : undefined;
  if (parsed === undefined || parsed === null) return new Uint8Array();
  if (parsed instanceof Uint8Array) return parsed;
  return Buffer.from(typeof parsed === "string" ? parsed : JSON.stringify(parsed));
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
