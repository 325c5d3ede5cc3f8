import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { fromBase64url, toBase64, toBase64url } from "./bytes.js";

const utf8 = new TextEncoder();

/** SHA-256, base64url without padding: 43 characters. */
export const sha256Base64url = (text: string): string => toBase64url(sha256(utf8.encode(text)));

/** HMAC-SHA-256, 32 bytes. */
export const hmacSha256 = (key: Uint8Array, message: Uint8Array): Uint8Array => hmac(sha256, key, message);

/** HMAC-SHA-256 of UTF-8 text with a key: base64 with padding, 44 characters. */
export const createMac =
  (key: Uint8Array): ((text: string) => string) =>
  (text) =>
    toBase64(hmac(sha256, key, utf8.encode(text)));

/** Compares in constant time: the duration reveals no position of a difference. */
export const isEqual = (a: string, b: string): boolean => areEqualBytes(utf8.encode(a), utf8.encode(b));

/**
 * `isEqual` for bytes. Compares the MACs of both under a random key: the position of a difference there reveals no
 * byte.
 */
export function areEqualBytes(a: Uint8Array, b: Uint8Array): boolean {
  const key = crypto.getRandomValues(new Uint8Array(32));
  return a.length === b.length && toBase64(hmac(sha256, key, a)) === toBase64(hmac(sha256, key, b));
}

/** Text as base64url of the UTF-8 bytes, without padding. */
export const textToBase64url = (text: string): string => toBase64url(utf8.encode(text));

/** Decodes base64url. Any other input gives an arbitrary text. */
export function textFromBase64url(encoded: string): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(fromBase64url(encoded) ?? new Uint8Array());
}
