import { isEqual } from "#digest";
import type { Keys } from "./keys.js";

/** Base64 of 32 bytes. */
const signatureLength = 44;

/** `value.signature`, the signature by HMAC-SHA-256 in base64 over the value and what it is: one label's value is no other's. */
export const sign = (keys: Keys, label: string, value: string): string =>
  `${value}.${keys[0].mac(`${label}=${value}`)}`;

/** The value when one of the keys has signed it, else null. */
export function verifySignature(keys: Keys, label: string, signed: string): string | null {
  const dot = signed.lastIndexOf(".");
  if (dot < 1 || signed.length - dot - 1 !== signatureLength) return null;
  const value = signed.slice(0, dot);
  const signature = signed.slice(dot + 1);
  return keys.some((key) => isEqual(key.mac(`${label}=${value}`), signature)) ? value : null;
}
