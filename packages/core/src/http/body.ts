import { commonError } from "../contract/errors.js";
import type { HeaderLookup, IncomingRequest } from "./incoming-request.js";

/** No request of this library is larger, except for signed webhooks. */
export const maxBodyBytes = 65_536;

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
  if (!isForm(request.headers)) {
    throw commonError("UNSUPPORTED_MEDIA_TYPE", { message: "Unsupported media type: send a form" });
  }
  try {
    return new URLSearchParams(utf8.decode(bytes));
  } catch {
    throw commonError("BAD_REQUEST");
  }
}

export const isForm = (headers: HeaderLookup): boolean =>
  headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase() === "application/x-www-form-urlencoded";

/** A page of another origin can post a form without a CORS preflight, but no JSON. */
const isJson = (contentType: string | null): boolean =>
  /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(contentType?.trim() ?? "");

/** The whole body. Throws 413 or 400. */
export const readBytes = async (
  { body }: IncomingRequest,
  maxBytes = maxBodyBytes,
  isSigned = false,
): Promise<Uint8Array> => (body ? body.read(maxBytes, isSigned) : new Uint8Array());
