import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
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
import { type Mountable, reply } from "./pipeline/replies.js";

type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * A request listener for `node:http` and the frameworks on top of it (Express, Connect, Fastify's `raw`). Never throws:
 * every request gets a response, or its connection is closed.
 *
 * @example createServer(nodeHandler(auth)).listen(3000)
 */
export function nodeHandler(auth: Mountable): NodeHandler {
  return (incoming, outgoing) => {
    answer(auth, incoming)
      .then((reply) => {
        send(reply, outgoing);
        dropRest(incoming);
      })
      .catch(() => {
        // Only a broken connection, or a malformed HTTP request, gets here.
        if (outgoing.headersSent) outgoing.destroy();
        else send(replyWithError(commonError("BAD_REQUEST"), []), outgoing);
      });
  };
}

async function answer(auth: Mountable, incoming: IncomingMessage): Promise<Reply> {
  const target = targetOf(incoming);
  // "*" or an absolute URL: only proxies accept those.
  if (!target.startsWith("/")) return replyWithError(commonError("BAD_REQUEST"), []);
  return reply(auth, requestOf(incoming, target), { ipAddress: incoming.socket.remoteAddress });
}

/** Frameworks with a mount path remove it from `url` and keep the complete one in `originalUrl`. */
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
    // The host is not trusted: links and checks use the configured base URL.
    toRequest: () => new Request(`http://localhost${target}`, { method, headers: pairsOf(headers) }),
  };
}

/** Node has already joined repeated headers, each by its own rule. */
const lookUp = (headers: IncomingHttpHeaders): HeaderLookup => ({
  get(name) {
    const value = headers[name];
    return typeof value === "string" ? value : null;
  },
});

/** Without the pseudo headers of HTTP/2. */
function pairsOf(headers: IncomingHttpHeaders): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" && name[0] !== ":" ? [[name, value]] : [],
  );
}

const bodyOf = (incoming: IncomingMessage): IncomingBody => ({
  read: (maxBytes) => (incoming.readableEnded ? consumedBody(incoming, maxBytes) : readBody(incoming, maxBytes)),
  // `dropRest` discards the rest after the response.
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

/** Discards the rest of an unread body, so that its sender can read the response. */
function dropRest(incoming: IncomingMessage): void {
  if (incoming.complete) return;
  let length = 0;
  incoming.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxDiscardedBytes) incoming.destroy();
  });
  incoming.resume();
}

/**
 * A body that a framework has already read: its raw bytes if they were kept, else the parsed value, serialized again.
 */
async function consumedBody(incoming: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const bytes = consumedBytes(incoming);
  if (bytes.length > maxBytes) throw commonError("PAYLOAD_TOO_LARGE");
  return bytes;
}

function consumedBytes(incoming: IncomingMessage): Uint8Array {
  // Some frameworks keep the bytes under this name, for signature checks.
  if ("rawBody" in incoming && incoming.rawBody instanceof Uint8Array) return incoming.rawBody;
  const parsed = "body" in incoming ? incoming.body : undefined;
  if (parsed === undefined || parsed === null) return new Uint8Array();
  if (parsed instanceof Uint8Array) return parsed;
  return Buffer.from(typeof parsed === "string" ? parsed : JSON.stringify(parsed));
}

function send({ status, headers, cookies, body }: Reply, outgoing: ServerResponse): void {
  const isHead = outgoing.req.method === "HEAD";
  const all: OutgoingHttpHeaders = { ...headers };
  // For HEAD it would have to be the length of the GET response, and no handler ran (RFC 9110, 8.6).
  if (!isHead) all["content-length"] = Buffer.byteLength(body);
  // Headers that the framework has already set stay: its own cookies, and its `Vary`.
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

// Loads the entry points, whose names a compiler uses for the types of an app.
export type {} from "./plugin.js";
