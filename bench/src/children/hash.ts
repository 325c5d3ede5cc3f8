import { randomBytes } from "node:crypto";
import { answerCalls } from "../calls.ts";
import { argon2Hash, type RawHash, scryptHash } from "../contenders/hashing.ts";

const hashes = { argon2: argon2Hash, scrypt: scryptHash } as const satisfies Record<string, RawHash>;
export type HashName = keyof typeof hashes;

const salt = randomBytes(16);
const password = "correct horse battery staple";

const methods = {
  async hash(by: HashName): Promise<void> {
    await hashes[by](password, salt);
  },
  /** All threads of this process since its start, in milliseconds. */
  cpuMs(): number {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};
export type HashMethods = typeof methods;

answerCalls(methods);
