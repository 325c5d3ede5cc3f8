/** Checks passwords against hashes that another system made. It never makes one: a right password is hashed anew at sign-in. */
export interface PasswordVerifier {
  /** Shown in messages, e.g. "bcrypt". */
  readonly name: string;
  /** Whether a stored hash is of its kind. */
  recognises(stored: string): boolean;
  /** Must answer false, and never throw, for a hash that is damaged. */
  verify(stored: string, password: string): Promise<boolean>;
}
