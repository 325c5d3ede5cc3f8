import { fromBase64, fromHex, toBareBase64, toHex } from "../secret/bytes.js";

export interface Argon2Cost {
  readonly memoryKiB: number;
  readonly passes: number;
  readonly parallelism: number;
}

export interface ScryptCost {
  /** The base-2 logarithm of N. */
  readonly logN: number;
  readonly blockSize: number;
  readonly parallelism: number;
}

/** The algorithm and the cost of a hash. */
export type PasswordHashing =
  | { readonly algorithm: "argon2id"; readonly cost: Argon2Cost }
  | { readonly algorithm: "scrypt"; readonly cost: ScryptCost };

/** A parsed stored hash. */
export type ParsedHash = PasswordHashing & {
  readonly salt: Uint8Array;
  readonly hash: Uint8Array;
  /** Written by this library, not by the previous library. */
  readonly isPhc: boolean;
};

/** The password hash of better-auth 1.2; the salt is the hexadecimal text of 16 bytes, and the hash has 64 bytes. */
export const previousHashing = {
  algorithm: "scrypt",
  cost: { logN: 14, blockSize: 16, parallelism: 1 },
} as const satisfies PasswordHashing;

const argon2Text =
  /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,172})$/;
const scryptText = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,172})$/;
const legacyText = /^([0-9a-f]{32}):([0-9a-f]{128})$/;

/** Parses a PHC string, or the `salt:hash` form of better-auth; null for any other text. */
export function parseHash(stored: string): ParsedHash | null {
  const argon2 = argon2Text.exec(stored);
  if (argon2) {
    const [, memoryKiB, passes, parallelism, salt = "", hash = ""] = argon2;
    const cost = { memoryKiB: Number(memoryKiB), passes: Number(passes), parallelism: Number(parallelism) };
    return parsed({ algorithm: "argon2id", cost }, fromBase64(salt), fromBase64(hash));
  }
  const scrypt = scryptText.exec(stored);
  if (scrypt) {
    const [, logN, blockSize, parallelism, salt = "", hash = ""] = scrypt;
    const cost = { logN: Number(logN), blockSize: Number(blockSize), parallelism: Number(parallelism) };
    return parsed({ algorithm: "scrypt", cost }, fromBase64(salt), fromBase64(hash));
  }
  const legacy = legacyText.exec(stored);
  if (!legacy) return null;
  const [, salt = "", hash = ""] = legacy;
  // The salt of this format is the hexadecimal text.
  return parsed(previousHashing, new TextEncoder().encode(salt), fromHex(hash), false);
}

function parsed(
  hashing: PasswordHashing,
  salt: Uint8Array | null,
  hash: Uint8Array | null,
  isPhc = true,
): ParsedHash | null {
  return salt && hash && canCompute(hashing) ? { ...hashing, salt, hash, isPhc } : null;
}

const maxMemoryBytes = 2 ** 30;

/** Whether the algorithms support a recipe, and a gigabyte of memory suffices for the recipe. */
export function canCompute({ algorithm, cost }: PasswordHashing): boolean {
  if (!Object.values(cost).every((part) => Number.isSafeInteger(part) && part >= 1 && part < 2 ** 24)) return false;
  if (cost.parallelism > 64) return false;
  if (algorithm === "scrypt") return 128 * cost.blockSize * (2 ** cost.logN + cost.parallelism) <= maxMemoryBytes;
  return cost.passes <= 64 && cost.memoryKiB >= 8 * cost.parallelism && 1024 * cost.memoryKiB <= maxMemoryBytes;
}

/** The `salt:hash` form of the previous library, for a hash of that library's recipe. */
export const formatPreviousHash = (salt: Uint8Array, hash: Uint8Array): string =>
  `${new TextDecoder().decode(salt)}:${toHex(hash)}`;

/** The PHC string of a hash: algorithm, parameters, salt and hash. */
export function formatHash(hashing: PasswordHashing, salt: Uint8Array, hash: Uint8Array): string {
  const tail = `${toBareBase64(salt)}$${toBareBase64(hash)}`;
  if (hashing.algorithm === "argon2id") {
    const { memoryKiB, passes, parallelism } = hashing.cost;
    return `$argon2id$v=19$m=${memoryKiB},t=${passes},p=${parallelism}$${tail}`;
  }
  const { logN, blockSize, parallelism } = hashing.cost;
  return `$scrypt$ln=${logN},r=${blockSize},p=${parallelism}$${tail}`;
}

/** Whether two stored hashes have equal recipes and salts, so that equal passwords have equal hashes. */
export const isComparable = (a: ParsedHash, b: ParsedHash): boolean =>
  isSameHashing(a, b) && a.hash.length === b.hash.length && toBareBase64(a.salt) === toBareBase64(b.salt);

/** Whether two recipes have equal costs and make equal hashes. */
export const isSameHashing = (a: PasswordHashing, b: PasswordHashing): boolean =>
  a.algorithm === b.algorithm &&
  formatHash(a, new Uint8Array(), new Uint8Array()) === formatHash(b, new Uint8Array(), new Uint8Array());
