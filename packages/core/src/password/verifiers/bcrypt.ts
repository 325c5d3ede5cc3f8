import type { PasswordVerifier } from "../verifier.js";

/** `compare` of a bcrypt package, e.g. "bcryptjs" or "bcrypt". */
export type CompareBcrypt = (password: string, hash: string) => Promise<boolean>;

/** Each step doubles the work, up to 31: from 17 on, a row could keep a process busy for minutes. */
const maxRounds = 16;

const form = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;

/**
 * Verifies bcrypt hashes (`$2a$`, `$2b$`, `$2y$`) of another system. Bcrypt uses only the first 72 bytes of a
 * password; the new hash uses all bytes.
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
    // PHP writes `$2y$` for the variant `$2b$`, and not every implementation accepts that prefix.
    verify: (stored, password) => compare(password, stored.replace(/^\$2y\$/, "$2b$")),
  };
}

// Loads the entry points: a compiler names the types of an app by them.
export type {} from "../../entries/plugin.js";
