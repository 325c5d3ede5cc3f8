import type { JsonObject } from "../schema/entity.js";
import type { Delivery } from "./delivery.js";
import { WebhookVerificationError } from "./error.js";

/** A meter's filter may have 64 nested clauses, of two levels each. Later readers of a payload recurse. */
const maximumDepth = 256;

/**
 * The signed bytes.
 *
 * @throws WebhookVerificationError for all but the raw body
 */
export function bodyBytes(body: Delivery["body"]): Uint8Array {
  if (typeof body === "string") {
    if (!body.isWellFormed()) throw invalid("is text that no UTF-8 can be read as");
    return new TextEncoder().encode(body);
  }
  try {
    if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
    if (isArrayBuffer(body)) return new Uint8Array(body);
  } catch {
    throw new WebhookVerificationError(
      "WEBHOOK_BODY_PARSED",
      "The memory of the body was given away before it came here.",
    );
  }
  throw new WebhookVerificationError(
    "WEBHOOK_BODY_PARSED",
    "The raw body is needed, as a string or bytes: what was given was parsed, or not read at all. " +
      "Take it before a framework's body parser does.",
  );
}

/** Buffers of another realm, as test runners make them, are no instances of this realm's class. */
function isArrayBuffer(body: unknown): body is ArrayBuffer {
  return Object.prototype.toString.call(body) === "[object ArrayBuffer]";
}

/**
 * Parses a signed body as a JSON object.
 *
 * @throws WebhookVerificationError when the body is not UTF-8 or begins with a byte order mark, not JSON, no object, or
 *   more than 256 levels deep; without the parser's reason, because that cites the body
 */
export function payloadOf(bytes: Uint8Array): JsonObject {
  const text = orNull(() => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  if (text === null) throw invalid("is not UTF-8");
  if (hasManyBrackets(text) && isTooDeep(bytes)) throw invalid(`has more than ${maximumDepth} levels`);
  const payload = orNull((): unknown => JSON.parse(text));
  if (!isJsonObject(payload)) throw invalid("is not a JSON object");
  return payload;
}

function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A text with few brackets cannot be deep; counting them is thirty times faster. */
function hasManyBrackets(text: string): boolean {
  let count = 0;
  for (const bracket of "[{") {
    for (let at = text.indexOf(bracket); at >= 0 && count <= maximumDepth; at = text.indexOf(bracket, at + 1)) count++;
  }
  return count > maximumDepth;
}

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/** Counts brackets outside of strings; for invalid JSON the answer has no meaning. */
function isTooDeep(bytes: Uint8Array): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (isInString) {
      if (byte === backslash) index++;
      else if (byte === quote) isInString = false;
    } else if (byte === quote) isInString = true;
    else if (byte === openBracket || byte === openBrace) {
      if (++depth > maximumDepth) return true;
    } else if (byte === closeBracket || byte === closeBrace) depth--;
  }
  return false;
}

function invalid(reason: string): WebhookVerificationError {
  return new WebhookVerificationError("WEBHOOK_BODY_INVALID", `The body ${reason}.`);
}
