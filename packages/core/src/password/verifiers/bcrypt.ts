import type { PasswordVerifier } from "../verifier.js";

export type { PasswordVerifier };

/** `compare` of the app's own bcrypt, e.g. of the package "bcryptjs" or "bcrypt". */
export type CompareBcrypt = (password: string, hash: string) => Promise<boolean>;

/** Each step doubles the work, and 31 is possible: from 17 on one row could keep a process busy for minutes. */
const maxRounds = 16;

const form = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;

/**
 * Verifies bcrypt hashes (`$2a$`, `$2b$`, `$2y$`) that another system made.
 * Bcrypt reads the first 72 bytes of a password and nothing of the rest; the hash that replaces it reads all.
 *
 * @example passwordVerifiers: [bcrypt(compare)] // import { compare } from "bcryptjs";
 */
export function bcrypt(compare: CompareBcrypt): PasswordVerifier {
  return {
    name: "bcrypt",
    recognises(stored) {
      const rounds = Number(form.exec(stored)?.[1] ?? 0);
      return rounds >= 4 && rounds <= maxRounds;
    },
    // PHP writes `$2y$` for what others call `$2b$`, and not every implementation knows its name.
    verify: (stored, password) => compare(password, stored.replace(/^\$2y\$/, "$2b$")),
  };
}
