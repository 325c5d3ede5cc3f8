import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { commonError } from "../contract/errors.js";
import {
  brokenOff,
  type HeaderLookup,
  type IncomingBody,
  type IncomingRequest,
  maxDiscardedBytes,
  splitTarget,
} from "../http/incoming-request.js";
import { keptBody } from "../http/kept-body.js";
import { type Reply, replyWithError } from "../http/reply.js";
import { type Mountable, reply } from "../pipeline/replies.js";

/** A request of a framework with the one of Node inside, and the parsed body beside it, as Fastify has it. */
export interface WrappedRequest {
  readonly raw: IncomingMessage;
  readonly body?: unknown;
}

/** A response of a framework with the one of Node inside, and with headers of its own, as Fastify has it. */
export interface WrappedResponse {
  readonly raw: ServerResponse;
  /** Tells the framework that it does not answer itself. */
  hijack?(): unknown;
  getHeaders?(): Readonly<Record<string, number | string | readonly string[] | undefined>>;
}

type NodeHandler = (request: IncomingMessage | WrappedRequest, response: ServerResponse | WrappedResponse) => void;

/**
 * A request listener for `node:http` and the frameworks on top of it (Express, Connect, Fastify). Takes the requests and
 * responses of Node, or those of Fastify, with the body that it has parsed. Never throws: every request gets a response,
 * or its connection is closed.
 *
 * @example createServer(nodeHandler(auth)).listen(3000)
 */
export function nodeHandler(auth: Mountable): NodeHandler {
  return (request, response) => {
    const incoming = "raw" in request ? request.raw : request;
    const outgoing = "raw" in response ? unwrap(response) : response;
    answer(auth, incoming, "raw" in request ? request.body : undefined)
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

/** The response of Node, with the headers that the framework would send, e.g. those of CORS. */
function unwrap(response: WrappedResponse): ServerResponse {
  const { raw } = response;
  response.hijack?.();
  for (const [name, value] of Object.entries(response.getHeaders?.() ?? {}))
    if (value !== undefined) raw.setHeader(name, value);
  return raw;
}

async function answer(auth: Mountable, incoming: IncomingMessage, parsed: unknown): Promise<Reply> {
  const target = targetOf(incoming);
  // "*" or an absolute URL: only proxies accept those.
  if (!target.startsWith("/")) return replyWithError(commonError("BAD_REQUEST"), []);
  return reply(auth, requestOf(incoming, target, parsed), { ipAddress: incoming.socket.remoteAddress });
}

/** Frameworks with a mount path remove it from `url` and keep the complete one in `originalUrl`. */
function targetOf(incoming: IncomingMessage): string {
  const whole = "originalUrl" in incoming ? incoming.originalUrl : undefined;
  return typeof whole === "string" ? whole : (incoming.url ?? "/");
}

function requestOf(incoming: IncomingMessage, target: string, parsed: unknown): IncomingRequest {
  const { method = "GET", headers } = incoming;
  const { path, query } = splitTarget(target);
  const found = lookUp(headers);
  return {
    method,
    path,
    query,
    headers: found,
    body: method === "GET" || method === "HEAD" ? null : bodyOf(incoming, found, parsed),
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

const bodyOf = (incoming: IncomingMessage, headers: HeaderLookup, parsed: unknown): IncomingBody => ({
  async read(maxBytes, isSigned) {
    if (!incoming.readableDidRead && !incoming.readableEnded) return readBody(incoming, maxBytes);
    const kept = keptOf(incoming, parsed);
    return keptBody(kept === undefined && !hasBody(incoming) ? "" : kept, headers).read(maxBytes, isSigned);
  },
  // `dropRest` discards the rest after the response.
  discard: async () => undefined,
});

/** What a framework has kept: the bytes, under a name that several of them use for signature checks, or the parsed value. */
function keptOf(incoming: IncomingMessage, parsed: unknown): unknown {
  const raw = "rawBody" in incoming ? incoming.rawBody : undefined;
  if (typeof raw === "string" || raw instanceof Uint8Array) return raw;
  return parsed ?? ("body" in incoming ? (incoming.body ?? undefined) : undefined);
}

/** Whether the request was sent with a body (RFC 9112, 6.3). HTTP/2 has none of the two headers: the type tells it. */
function hasBody({ headers, httpVersionMajor }: IncomingMessage): boolean {
  const { "content-length": length, "transfer-encoding": coding, "content-type": type } = headers;
  if (length !== undefined) return Number(length) > 0;
  return coding !== undefined || (httpVersionMajor > 1 && type !== undefined);
}

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

// Loads the entry points: a compiler names the types of an app by them.
export type {} from "./plugin.js";
