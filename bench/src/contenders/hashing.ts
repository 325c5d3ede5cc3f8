import { argon2, randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** A raw hash of `node:crypto` alone. */
export type RawHash = (password: string, salt: Buffer) => Promise<Buffer>;

/** better-auth's default parameters. */
export const scryptHash: RawHash = (password, salt) =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, 64, { N: 16384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

/** OWASP's first choice: argon2id, 19 MiB, two passes, one lane. */
export const argon2Hash: RawHash = (password, salt) =>
  new Promise((resolve, reject) => {
    const parameters = {
      message: password,
      nonce: salt,
      memory: 19456,
      passes: 2,
      parallelism: 1,
      tagLength: 32,
    };
    argon2("argon2id", parameters, (error, key) => (error ? reject(error) : resolve(key)));
  });

export interface Hasher {
  hash(password: string): Promise<string>;
  verify(stored: string, password: string): Promise<boolean>;
}

export function createHasher(raw: RawHash): Hasher {
  return {
    async hash(password) {
      const salt = randomBytes(16);
      return `${salt.toString("hex")}:${(await raw(password, salt)).toString("hex")}`;
    },
    async verify(stored, password) {
      const [salt = "", key = ""] = stored.split(":");
      const expected = Buffer.from(key, "hex");
      return timingSafeEqual(await raw(password, Buffer.from(salt, "hex")), expected);
    },
  };
}

/** The same hash with at most `limit` jobs in the thread pool; the others wait in a queue outside it. */
export function limitHashes(raw: RawHash, limit: number): RawHash {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (password, salt) => {
    if (running >= limit) await new Promise<void>((resume) => waiting.push(resume));
    else running += 1;
    try {
      return await raw(password, salt);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
