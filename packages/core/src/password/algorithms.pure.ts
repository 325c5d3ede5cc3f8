import { scryptAsync } from "@noble/hashes/scrypt.js";
import type { ScryptCost } from "./format.js";

export { argon2id } from "./argon2.pure.js";

/** Neither algorithm is native here: the cheaper one in JavaScript is the default. */
export const nativeArgon2 = false;

export const parallelHashes = 1;

export const scrypt = (password: Uint8Array, salt: Uint8Array, cost: ScryptCost, length: number): Promise<Uint8Array> =>
  scryptAsync(password, salt, {
    N: 2 ** cost.logN,
    r: cost.blockSize,
    p: cost.parallelism,
    dkLen: length,
    maxmem: 2 ** 30,
  });
