import { commonError } from "../contract/errors.js";
import {
  brokenOff,
  type IncomingBody,
  type IncomingRequest,
  type Later,
  maxDiscardedBytes,
  splitTarget,
} from "./incoming-request.js";
import { keptBody } from "./kept-body.js";

/** Converts a `Request` to data. `kept`: what was read of the body before. */
export function fromRequest(request: Request, kept?: unknown): IncomingRequest {
  const { url, method, headers, body } = request;
  // Skips "https://host"; the platform has made the URL absolute and normalized.
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const { path, query } = splitTarget(url.slice(start));
  return {
    method,
    path,
    query,
    headers,
    body: kept === undefined && !isRead(request) ? body && streamedBody(request, body) : keptBody(kept, headers),
    toRequest: () => new Request(url, { method, headers }),
  };
}

/** A reader that was not released has read the body, too. */
const isRead = ({ bodyUsed, body }: Request): boolean => bodyUsed || (body?.locked ?? false);

const streamedBody = ({ headers }: Request, body: ReadableStream<Uint8Array>): IncomingBody => ({
  read: (maxBytes) => readStream(headers, body, maxBytes),
  discard: (later) => discardRest(headers, body, later),
});

/** The declared length may be wrong: the bytes are counted. */
async function readStream(headers: Headers, body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  if (Number(headers.get("content-length") ?? 0) > maxBytes) throw commonError("PAYLOAD_TOO_LARGE");
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => Promise.reject(brokenOff()));
      if (done) break;
      length += value.length;
      if (length > maxBytes) throw commonError("PAYLOAD_TOO_LARGE");
      chunks.push(value);
    }
  } finally {
    // On an error, `discardRest` reads the rest.
    reader.releaseLock();
  }
  const [only] = chunks;
  return chunks.length === 1 && only ? only : join(chunks, length);
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

/** How long a silent sender may delay the response. */
const maxSilenceMilliseconds = 500;

/** Leaves time to send the response. */
const pauseMilliseconds = 10;

/**
 * Reads the rest of a body if the response is an error. A server on HTTP/1.1 would reset the connection over unread
 * bytes; `Connection: close` is no alternative, because HTTP/2 forbids that header and a `Request` has no HTTP version.
 * A rest of known length is read before the response, because some runtimes end the body with the response; any other
 * rest is read after the response.
 */
async function discardRest(headers: Headers, body: ReadableStream<Uint8Array>, later: Later): Promise<void> {
  if (body.locked) return;
  const length = Number(headers.get("content-length") ?? Number.NaN);
  if (length <= maxDiscardedBytes) return discard(body);
  if (Number.isNaN(length)) {
    later("Reading the rest of a request", async () => {
      await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
      await discard(body);
    });
  }
}

async function discard(body: ReadableStream<Uint8Array>): Promise<void> {
  if (body.locked) return;
  const reader = body.getReader();
  try {
    for (let length = 0; length < maxDiscardedBytes; ) {
      const chunk = await inTime(reader.read());
      if (!chunk) break;
      if (chunk.done) return;
      length += chunk.value.length;
    }
    await reader.cancel();
  } catch {
    // The sender went away: there is no rest.
  }
}

/** Null if the answer takes too long. */
function inTime<T>(answer: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), maxSilenceMilliseconds);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
