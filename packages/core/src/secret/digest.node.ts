import { createHmac, hash, timingSafeEqual } from "node:crypto";

/** SHA-256, base64url without padding: 43 characters. */
export const sha256Base64url = (text: string): string => hash("sha256", text, "base64url");

/** HMAC-SHA-256, 32 bytes. */
export const hmacSha256 = (key: Uint8Array, message: Uint8Array): Uint8Array =>
  new Uint8Array(createHmac("sha256", key).update(message).digest());

/** HMAC-SHA-256 of UTF-8 text, base64 with padding: 44 characters. */
export const hmacBase64 = (key: Uint8Array, text: string): string =>
  createHmac("sha256", key).update(text).digest("base64");

/** Compares in a time that tells nothing about where two texts differ. */
export function isEqual(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
