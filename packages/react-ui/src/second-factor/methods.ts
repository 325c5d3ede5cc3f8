import type { FullClient } from "../client.js";

/** The methods of a second step that these screens know, the preferred method first. */
const factorMethods = ["passkey", "totp", "otp", "backup-code"] as const;

/** A method of a second step. */
export type FactorMethod = (typeof factorMethods)[number];

/** A method that takes a code. */
export type CodeMethod = Exclude<FactorMethod, "passkey">;

/** The methods of the server's list that these screens know, and that the client has a plugin for. */
export const knownMethods = (given: readonly string[], client: FullClient): readonly FactorMethod[] =>
  factorMethods.filter(
    (method) => given.includes(method) && (method === "passkey" ? "passkey" in client.signIn : "twoFactor" in client),
  );
