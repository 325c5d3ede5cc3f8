/** Bytes in standard base64, with padding. */
export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

/** `toBase64` without padding. */
export const toBareBase64 = (bytes: Uint8Array): string => toBase64(bytes).replaceAll("=", "");

/** Bytes in base64url without padding (RFC 4648, section 5). */
export const toBase64url = (bytes: Uint8Array): string => toBareBase64(bytes).replaceAll("+", "-").replaceAll("/", "_");

/** The bytes of standard base64, with or without padding; null for a text that no encoder writes. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const read = /^([A-Za-z0-9+/]*)(={0,2})$/.exec(text);
  if (!read) return null;
  const [, bare = "", padding = ""] = read;
  if (bare.length % 4 === 1 || padding.length > (4 - (bare.length % 4)) % 4) return null;
  const bytes = Uint8Array.from(atob(bare), (character) => character.charCodeAt(0));
  // The last character has bits that belong to no byte.
  return toBareBase64(bytes) === bare ? bytes : null;
}

/** The bytes of base64url, with or without padding; null for a text that no encoder writes. */
export const fromBase64url = (text: string): Uint8Array<ArrayBuffer> | null =>
  /[+/]/.test(text) ? null : fromBase64(text.replaceAll("-", "+").replaceAll("_", "/"));

/** Bytes in hexadecimal digits, in lower case. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The bytes of hexadecimal digits of both cases; null for another text. */
export const fromHex = (text: string): Uint8Array<ArrayBuffer> | null =>
  /^([0-9a-f]{2})*$/i.test(text)
    ? Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
    : null;
