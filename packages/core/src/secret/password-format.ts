import { decodeBase64IgnorePadding, decodeHex, encodeBase64NoPadding } from "@oslojs/encoding";

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

/** How a hash is made: everything but the password. */
export type Recipe =
  | { readonly algorithm: "argon2id"; readonly cost: Argon2Cost }
  | { readonly algorithm: "scrypt"; readonly cost: ScryptCost };

/** A stored hash, taken apart. */
export type ParsedHash = Recipe & {
  readonly salt: Uint8Array;
  readonly hash: Uint8Array;
  /** Written by this library, not by one it replaces. */
  readonly isPhc: boolean;
};

const argon2Text =
  /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,172})$/;
const scryptText = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,172})$/;
const legacyText = /^([0-9a-f]{32}):([0-9a-f]{128})$/;

/** Parses a PHC string, or the `salt:hash` form that databases made by others hold; null when it is neither. */
export function parseHash(stored: string): ParsedHash | null {
  const argon2 = argon2Text.exec(stored);
  if (argon2) {
    const [, memoryKiB, passes, parallelism, salt = "", hash = ""] = argon2;
    const cost = { memoryKiB: Number(memoryKiB), passes: Number(passes), parallelism: Number(parallelism) };
    return { algorithm: "argon2id", cost, ...bytes(salt, hash), isPhc: true };
  }
  const scrypt = scryptText.exec(stored);
  if (scrypt) {
    const [, logN, blockSize, parallelism, salt = "", hash = ""] = scrypt;
    const cost = { logN: Number(logN), blockSize: Number(blockSize), parallelism: Number(parallelism) };
    return { algorithm: "scrypt", cost, ...bytes(salt, hash), isPhc: true };
  }
  const legacy = legacyText.exec(stored);
  if (!legacy) return null;
  const [, salt = "", hash = ""] = legacy;
  return {
    algorithm: "scrypt",
    cost: { logN: 14, blockSize: 16, parallelism: 1 },
    // The salt of this format is the hexadecimal text itself.
    salt: new TextEncoder().encode(salt),
    hash: decodeHex(hash),
    isPhc: false,
  };
}

function bytes(salt: string, hash: string): { salt: Uint8Array; hash: Uint8Array } {
  return { salt: decodeBase64IgnorePadding(salt), hash: decodeBase64IgnorePadding(hash) };
}

/** The PHC string of a hash: algorithm, parameters, salt and hash. */
export function formatHash(recipe: Recipe, salt: Uint8Array, hash: Uint8Array): string {
  const tail = `${encodeBase64NoPadding(salt)}$${encodeBase64NoPadding(hash)}`;
  if (recipe.algorithm === "argon2id") {
    const { memoryKiB, passes, parallelism } = recipe.cost;
    return `$argon2id$v=19$m=${memoryKiB},t=${passes},p=${parallelism}$${tail}`;
  }
  const { logN, blockSize, parallelism } = recipe.cost;
  return `$scrypt$ln=${logN},r=${blockSize},p=${parallelism}$${tail}`;
}

/** Whether two recipes cost the same and make the same hash. */
export const isSameRecipe = (a: Recipe, b: Recipe): boolean =>
  a.algorithm === b.algorithm &&
  formatHash(a, new Uint8Array(), new Uint8Array()) === formatHash(b, new Uint8Array(), new Uint8Array());
