import { createCipheriv, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import type { PasswordVerifier } from "@keyhold/core/passwords";

/** The password hash parameters of a Firebase project, from the menu of its list of users. */
export interface FirebaseHashConfig {
  readonly base64_signer_key: string;
  readonly base64_salt_separator: string;
  readonly rounds: number;
  readonly mem_cost: number;
}

const form = /^firebase\$([\w+/=-]{4,64})\$([\w+/=-]{40,128})$/;

/** A hash of the export, in the form that `firebaseScrypt` recognises. */
export const storedFirebaseHash = (salt: string, hash: string): string => `firebase$${salt}$${hash}`;

/**
 * Verifies hashes of Firebase: scrypt makes a key from the password, and the hash is the project's signer key, encrypted
 * with this key.
 */
export function firebaseScrypt(config: FirebaseHashConfig): PasswordVerifier {
  const signer = Buffer.from(config.base64_signer_key, "base64");
  const separator = Buffer.from(config.base64_salt_separator, "base64");
  const [N, r] = [2 ** config.mem_cost, config.rounds];
  const cost = { N, r, p: 1, maxmem: 256 * N * r };
  return {
    name: "scrypt of Firebase",
    recognises: (stored) => form.test(stored),
    async verify(stored, password) {
      const [, salt = "", hash = ""] = form.exec(stored) ?? [];
      const key = await derive(password, Buffer.concat([Buffer.from(salt, "base64"), separator]), cost);
      const encrypted = createCipheriv("aes-256-ctr", key, Buffer.alloc(16)).update(signer);
      const expected = Buffer.from(hash, "base64");
      return expected.length === encrypted.length && timingSafeEqual(expected, encrypted);
    },
  };
}

const derive = (password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, 32, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
