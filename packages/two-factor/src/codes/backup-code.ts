import { readCode } from "@keyhold/core/mailbox";
import { randomText } from "@keyhold/core/plugin";
import { encodeBase64urlNoPadding } from "@oslojs/encoding";

/** Crockford's base32: no I, L, O and U. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const groupLength = 4;
const secretGroups = 4;
/** How many codes a user gets. */
export const codesPerUser = 10;

/** A backup code: a group that names its row, and four groups with 80 random bits. */
export interface BackupCode {
  readonly selector: string;
  readonly secret: string;
}

/** New codes with different selectors. */
export function newBackupCodes(): readonly BackupCode[] {
  const codes = new Map<string, BackupCode>();
  while (codes.size < codesPerUser) {
    const selector = randomText(groupLength, alphabet);
    codes.set(selector, { selector, secret: randomText(groupLength * secretGroups, alphabet) });
  }
  return [...codes.values()];
}

/** As the user sees it, e.g. "7K2M-0A1B-2C3D-4E5F-6G7H". */
export const showBackupCode = ({ selector, secret }: BackupCode): string =>
  (selector + secret).replace(/(.{4})(?=.)/g, "$1-");

/** A given code. Case, blanks and dashes do not count, O is 0, and I and L are 1. Null for any other text. */
export function readBackupCode(given: string): BackupCode | null {
  const text = readCode(given).toUpperCase().replaceAll("O", "0").replace(/[IL]/g, "1");
  const isCode = text.length === groupLength * (1 + secretGroups) && [...text].every((one) => alphabet.includes(one));
  return isCode ? { selector: text.slice(0, groupLength), secret: text.slice(groupLength) } : null;
}

/*
 * SP 800-63B-4, section 3.1.2.2: a secret below 112 bits is stored with a salt and a password hash. 80 random bits need
 * no more than a small cost, and PBKDF2 is on every platform.
 */
const iterations = 10_000;
const saltLength = 22;

/** The stored form of the secret of a code: salt and hash. */
export const hashBackupCode = (secret: string): Promise<string> => derive(secret, randomText(saltLength));

/** Whether the secret is that of a stored code. Without one (`null`) it takes as long, and is false. */
export async function matchesBackupCode(stored: string | null, secret: string): Promise<boolean> {
  const expected = stored ?? "";
  const [salt = ""] = expected.split(".");
  return isSame(await derive(secret, salt), expected) && stored !== null;
}

async function derive(secret: string, salt: string): Promise<string> {
  const utf8 = new TextEncoder();
  const key = await crypto.subtle.importKey("raw", utf8.encode(secret), "PBKDF2", false, ["deriveBits"]);
  const algorithm = { name: "PBKDF2", hash: "SHA-256", salt: utf8.encode(salt), iterations };
  const bits = await crypto.subtle.deriveBits(algorithm, key, 256);
  return `${salt}.${encodeBase64urlNoPadding(new Uint8Array(bits))}`;
}

/** Compares every character, also of a text with another length. */
function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at += 1) difference |= one.charCodeAt(at) ^ (other.charCodeAt(at) || 0);
  return difference === 0;
}
