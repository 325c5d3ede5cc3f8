/**
 * Verifies passwords against hashes of another system. Never makes a hash: after a right password, sign-in replaces the
 * hash.
 */
export interface PasswordVerifier {
  /** Shown in messages, e.g. "bcrypt". */
  readonly name: string;
  /** Whether a stored hash has the form of that system. */
  recognises(stored: string): boolean;
  /** Must answer false for a damaged hash, and never throw. */
  verify(stored: string, password: string): Promise<boolean>;
}
