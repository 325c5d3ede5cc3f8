import { createMac, isEqual } from "#digest";
import { type Keys, keysFor } from "./keys.js";

/** Base64 of 32 bytes. */
const signatureLength = 44;

/** `value.signature`: base64 HMAC-SHA-256 over the label and the value. A value is valid for one label only. */
export const sign = (keys: Keys, label: string, value: string): string =>
  `${value}.${keys[0].mac(`${label}=${value}`)}`;

/** The value if any key has signed it, else null. */
export function verifySignature(keys: Keys, label: string, signed: string): string | null {
  return readSigned(signed, (value, signature) => keys.some((key) => isEqual(key.mac(`${label}=${value}`), signature)));
}

/** `verifySignature` by the secrets of a config, for code without an auth. */
export const verifyBySecrets = (
  secrets: readonly [string, ...string[]],
  label: string,
  signed: string,
): string | null => verifySignature(keysFor("cookie", secrets), label, signed);

function readSigned(signed: string, isOurs: (value: string, signature: string) => boolean): string | null {
  const dot = signed.lastIndexOf(".");
  if (dot < 1 || signed.length - dot - 1 !== signatureLength) return null;
  const value = signed.slice(0, dot);
  return isOurs(value, signed.slice(dot + 1)) ? value : null;
}

/**
 * The value if the previous library signed the value: with the secret as key, over the bare value. Such a signature
 * does not cover the purpose of the value, nor that this library made it.
 */
export function verifyBareSignature(secret: string, signed: string): string | null {
  const mac = createMac(new TextEncoder().encode(secret));
  return readSigned(signed, (value, signature) => isEqual(mac(value), signature));
}

/**
 * `value.signature` in that form, for the previous library while that library still runs. Use `signBare` only with the
 * secret of that library.
 */
export const signBare = (secret: string, value: string): string =>
  `${value}.${createMac(new TextEncoder().encode(secret))(value)}`;
