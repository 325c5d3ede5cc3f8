import { createHmac, createSecretKey, hash, timingSafeEqual } from "node:crypto";

/** SHA-256, base64url without padding: 43 characters. */
export const sha256Base64url = (text: string): string => hash("sha256", text, "base64url");

/** HMAC-SHA-256, 32 bytes. */
export const hmacSha256 = (key: Uint8Array, message: Uint8Array): Uint8Array =>
  new Uint8Array(createHmac("sha256", key).update(message).digest());

/** HMAC-SHA-256 of UTF-8 text with a key: base64 with padding, 44 characters. */
export function createMac(key: Uint8Array): (text: string) => string {
  // With a prepared key, an HMAC costs a seventh of an HMAC with a key given as bytes.
  const prepared = createSecretKey(key);
  return (text) => createHmac("sha256", prepared).update(text).digest("base64");
}

/** Compares in constant time: the duration reveals no position of a difference. */
export const isEqual = (a: string, b: string): boolean => areEqualBytes(Buffer.from(a), Buffer.from(b));

/** `isEqual` for bytes. */
export const areEqualBytes = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b);

/** Text as base64url of the UTF-8 bytes, without padding. */
export const textToBase64url = (text: string): string => Buffer.from(text).toString("base64url");

/** Decodes base64url. Any other input gives an arbitrary text. */
export const textFromBase64url = (encoded: string): string => Buffer.from(encoded, "base64url").toString();
