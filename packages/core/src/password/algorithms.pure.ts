import { argon2idAsync } from "@noble/hashes/argon2.js";
import { scryptAsync } from "@noble/hashes/scrypt.js";
import type { Argon2Cost, ScryptCost } from "./format.js";

/** Neither algorithm is native here: the cheaper one to run in JavaScript is the default. */
export const nativeArgon2 = false;

export const parallelHashes = 1;

export const argon2id = (
  password: Uint8Array,
  salt: Uint8Array,
  cost: Argon2Cost,
  length: number,
): Promise<Uint8Array> =>
  argon2idAsync(password, salt, { m: cost.memoryKiB, t: cost.passes, p: cost.parallelism, dkLen: length });

export const scrypt = (password: Uint8Array, salt: Uint8Array, cost: ScryptCost, length: number): Promise<Uint8Array> =>
  scryptAsync(password, salt, {
    N: 2 ** cost.logN,
    r: cost.blockSize,
    p: cost.parallelism,
    dkLen: length,
    maxmem: 2 ** 30,
  });
