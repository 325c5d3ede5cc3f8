import { readCode } from "@keyhold/core/mailbox";
import { randomText } from "@keyhold/core/plugin";
import { decodeBase32IgnorePadding } from "@oslojs/encoding";
import { generateHOTP } from "@oslojs/otp";

/** Seconds of a time step (RFC 6238, section 4.1: X). */
export const stepSeconds = 30;
const digits = 6;
/** RFC 4648, section 6. */
const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/** 20 bytes: 5 bits a character. */
const secretLength = 32;

/** A new secret: 20 random bytes (RFC 4226, section 4, R6), as base32 without padding. */
export const newSecret = (): string => randomText(secretLength, base32);

/** The bytes of a secret in base32, in any case, with or without blanks and padding; null for any other text. */
export function readSecret(secret: string): Uint8Array | null {
  try {
    const bytes = decodeBase32IgnorePadding(secret.replace(/[\s-]/g, "").toUpperCase());
    return bytes.length >= 16 && bytes.length <= 64 ? bytes : null;
  } catch {
    return null;
  }
}

/**
 * The `otpauth` URI for a QR code. Issuer and account are escaped in the label, and the issuer is a parameter, too. A colon
 * divides the two in the label, also an escaped one, so the issuer has none.
 */
export function totpURI(secret: string, { issuer: name, account }: { issuer: string; account: string }): string {
  const issuer = name.replace(/\s*:\s*/g, " ");
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const parameters = { secret, issuer, algorithm: "SHA1", digits: String(digits), period: String(stepSeconds) };
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `otpauth://totp/${label}?${query.join("&")}`;
}

/** The time step of a moment (RFC 6238, section 4.2). */
export const stepOf = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds);

/** The code of a step. */
export const codeOf = (secret: Uint8Array, step: number): string => generateHOTP(secret, BigInt(step), digits);

/**
 * The step whose code was given, of the present one and one before and after it (RFC 6238, section 5.2); null for a wrong code.
 * All three are compared, each in constant time. Blanks and dashes in the code do not count.
 */
export function matchStep(secret: Uint8Array, given: string, now: Date): number | null {
  const code = readCode(given);
  const present = stepOf(now);
  let matched: number | null = null;
  for (const step of [present - 1, present, present + 1]) if (isSame(codeOf(secret, step), code)) matched = step;
  return matched;
}

/** Compares every character, also of a text with another length. */
function isSame(expected: string, given: string): boolean {
  let difference = expected.length ^ given.length;
  for (let at = 0; at < expected.length; at += 1) difference |= expected.charCodeAt(at) ^ (given.charCodeAt(at) || 0);
  return difference === 0;
}
