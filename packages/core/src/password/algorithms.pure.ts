import { scryptAsync } from "@noble/hashes/scrypt.js";
import type { ScryptCost } from "./format.js";

export { argon2id } from "./argon2.pure.js";

/** Workers have argon2 in JavaScript only, and scrypt often as native code: scrypt is the default. */
export const nativeArgon2 = false;

export const parallelHashes = 1;

/**
 * By the native code of the platform, e.g. of workerd: less than half of the CPU. Else, or after a failure, in
 * JavaScript.
 */
export const scrypt: typeof portableScrypt = (password, salt, cost, length) =>
  nativeScrypt(password, salt, cost, length).catch(() => portableScrypt(password, salt, cost, length));

/** Rejects on a platform without native code. An import of `node:crypto` would fail there. */
function nativeScrypt(password: Uint8Array, salt: Uint8Array, cost: ScryptCost, length: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const crypto = process.getBuiltinModule("node:crypto");
    crypto.scrypt(password, salt, length, { ...optionsOf(cost), maxmem }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

export const portableScrypt = (
  password: Uint8Array,
  salt: Uint8Array,
  cost: ScryptCost,
  length: number,
): Promise<Uint8Array> => scryptAsync(password, salt, { ...optionsOf(cost), dkLen: length, maxmem });

const optionsOf = ({ logN, blockSize, parallelism }: ScryptCost) => ({ N: 2 ** logN, r: blockSize, p: parallelism });

const maxmem = 2 ** 30;
