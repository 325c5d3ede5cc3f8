/**
 * Verifies passwords against hashes of another system. It never makes a hash: after a right password, sign-in replaces
 * the hash.
 */
export interface PasswordVerifier {
  /** Shown in messages, e.g. "bcrypt". */
  readonly name: string;
  /** Whether a stored hash has its form. */
  recognises(stored: string): boolean;
  /** For a damaged hash it must answer false, and never throw. */
  verify(stored: string, password: string): Promise<boolean>;
}
