/** The methods of a second step that these screens know, the preferred one first. */
const factorMethods = ["passkey", "totp", "otp", "backup-code"] as const;

/** A method of a second step. */
export type FactorMethod = (typeof factorMethods)[number];

/** A method that takes a code. */
export type CodeMethod = Exclude<FactorMethod, "passkey">;

/** The methods of the server's list that these screens know. */
export const knownMethods = (given: readonly string[]): readonly FactorMethod[] =>
  factorMethods.filter((method) => given.includes(method));
