/** Bytes in standard base64. */
export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** Bytes in base64url without padding (RFC 4648, section 5). */
export const toBase64url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** The bytes of base64url without padding; null for another text. */
export const fromBase64url = (given: string): Uint8Array<ArrayBuffer> | null =>
  /^[\w-]*$/.test(given) ? fromBase64(given) : null;

/** The bytes of base64 or base64url, with or without padding; null for another text. */
export function fromBase64(given: string): Uint8Array<ArrayBuffer> | null {
  try {
    const text = atob(given.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(text, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
