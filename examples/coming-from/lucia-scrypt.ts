import { type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import type { PasswordVerifier } from "@keyhold/core/passwords";

const form = /^(s2:)?([0-9a-z]{16,64}):([0-9a-f]{128})$/;

/** Verifies hashes by `LegacyScrypt` of Lucia: "s2:salt:key" of version 2, "salt:key" of version 1. */
export const legacyScrypt: PasswordVerifier = {
  name: "scrypt of Lucia 1 and 2",
  recognises: (stored) => form.test(stored),
  async verify(stored, password) {
    const [, isSecond, salt = "", key = ""] = form.exec(stored) ?? [];
    const cost = { N: 16_384, r: isSecond ? 16 : 8, p: 1, maxmem: 2 ** 26 };
    return timingSafeEqual(await derive(password.normalize("NFKC"), salt, cost), Buffer.from(key, "hex"));
  },
};

const derive = (password: string, salt: string, cost: ScryptOptions): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, 64, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
