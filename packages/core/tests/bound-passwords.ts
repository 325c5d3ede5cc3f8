import { createPasswords, type PasswordOptions, type Passwords } from "../src/password/hash.js";
import type { HashTurn } from "../src/password/turn.js";

const turn: HashTurn = { network: "192.0.2.0/24", bucket: "192.0.2.1", isKnown: false };

/** The passwords of one client. */
export interface BoundPasswords extends Omit<Passwords, "hash" | "verify"> {
  hash(password: string, like?: string | null): Promise<string>;
  verify(stored: string | null, password: string): Promise<boolean>;
}

export function boundPasswords(
  options: Omit<PasswordOptions, "queueSeconds"> & Partial<PasswordOptions>,
): BoundPasswords {
  const passwords = createPasswords({ queueSeconds: 60, ...options });
  return {
    ...passwords,
    hash: (password, like) => passwords.hash(password, turn, like),
    verify: (stored, password) => passwords.verify(stored, password, turn),
  };
}
