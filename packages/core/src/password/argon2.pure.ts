import { argon2idAsync } from "@noble/hashes/argon2.js";
import type { Argon2Cost } from "./format.js";

/** For platforms without a native implementation; Node has argon2id since 24.7. */
export const argon2id = (
  password: Uint8Array,
  salt: Uint8Array,
  cost: Argon2Cost,
  length: number,
): Promise<Uint8Array> =>
  argon2idAsync(password, salt, { m: cost.memoryKiB, t: cost.passes, p: cost.parallelism, dkLen: length });
