import { commonError } from "../contract/errors.js";
import type { IncomingRequest } from "./incoming-request.js";

/** No request of ours is larger, but what a machine has signed. */
export const longestBodyBytes = 65_536;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The JSON value in a request's body; an empty body is an empty object. Throws 413, 415 or 400. */
export async function readBody(request: IncomingRequest): Promise<unknown> {
  const bytes = await readBytes(request);
  if (bytes.length === 0) return {};
  if (!isJson(request.headers.get("content-type"))) throw commonError("UNSUPPORTED_MEDIA_TYPE");
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw commonError("INVALID_JSON");
  }
}

/** The pairs of a posted form (WHATWG URL, "application/x-www-form-urlencoded"). Throws 413, 415 or 400. */
export async function readForm(request: IncomingRequest): Promise<URLSearchParams> {
  const bytes = await readBytes(request);
  const type = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") {
    throw commonError("UNSUPPORTED_MEDIA_TYPE", { message: "Unsupported media type: send a form" });
  }
  try {
    return new URLSearchParams(utf8.decode(bytes));
  } catch {
    throw commonError("BAD_REQUEST");
  }
}

/** Forms can be sent across origins without a question; JSON cannot. */
const isJson = (contentType: string | null): boolean =>
  /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(contentType?.trim() ?? "");

/** The declared length is a promise only: what really arrives is counted. */
export async function readBytes(request: IncomingRequest, mostBytes = longestBodyBytes): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > mostBytes) throw commonError("PAYLOAD_TOO_LARGE");
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(brokeOff);
    if (done) break;
    length += value.length;
    if (length > mostBytes) {
      await reader.cancel();
      throw commonError("PAYLOAD_TOO_LARGE");
    }
    chunks.push(value);
  }
  const [only] = chunks;
  return chunks.length === 1 && only ? only : join(chunks, length);
}

/** Its sender went away or gave up: half a body is not JSON, and no surprise. */
function brokeOff(): never {
  throw commonError("INVALID_JSON");
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
