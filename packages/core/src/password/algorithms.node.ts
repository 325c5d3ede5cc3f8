import * as nodeCrypto from "node:crypto";
import { availableParallelism } from "node:os";
import type { Argon2Cost, ScryptCost } from "./format.js";

/** `node:crypto` has argon2 since 24.7. */
export const nativeArgon2 = typeof nodeCrypto.argon2 === "function";

/** One CPU core stays free for the event loop, so that session checks do not wait for hashes. */
export const parallelHashes = Math.max(1, availableParallelism() - 1);

export async function argon2id(
  password: Uint8Array,
  salt: Uint8Array,
  cost: Argon2Cost,
  length: number,
): Promise<Uint8Array> {
  if (!nativeArgon2) {
    const pure = await import("./argon2.pure.js");
    return pure.argon2id(password, salt, cost, length);
  }
  const parameters = {
    message: password,
    nonce: salt,
    memory: cost.memoryKiB,
    passes: cost.passes,
    parallelism: cost.parallelism,
    tagLength: length,
  };
  return new Promise((resolve, reject) => {
    nodeCrypto.argon2("argon2id", parameters, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

export function scrypt(password: Uint8Array, salt: Uint8Array, cost: ScryptCost, length: number): Promise<Uint8Array> {
  const N = 2 ** cost.logN;
  const options = { N, r: cost.blockSize, p: cost.parallelism, maxmem: 256 * cost.blockSize * (N + cost.parallelism) };
  return new Promise((resolve, reject) => {
    nodeCrypto.scrypt(password, salt, length, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
