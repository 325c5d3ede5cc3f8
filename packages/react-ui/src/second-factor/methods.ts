import type { FullClient } from "../client.js";

/** The methods of a second step that these screens know, the preferred method first. */
const factorMethods = ["passkey", "totp", "otp", "backup-code"] as const;

/** A method of a second step. */
export type FactorMethod = (typeof factorMethods)[number];

/** A method that takes a code; "phone-code": a proof in a session by a text message, which is no second factor. */
export type CodeMethod = Exclude<FactorMethod, "passkey"> | "phone-code";

/** The methods of the server's list that these screens know, and that the client has a plugin for. */
export const knownMethods = (given: readonly string[], client: FullClient): readonly FactorMethod[] =>
  factorMethods.filter(
    (method) => given.includes(method) && (method === "passkey" ? "passkey" in client.signIn : "twoFactor" in client),
  );

/** The methods of a URL: `?methods=totp,otp`. */
export const methodsIn = (query: URLSearchParams | null): readonly string[] => query?.get("methods")?.split(",") ?? [];

/** Whether these screens can finish a sign-in that waits for one of the methods. */
export const canFinish = (given: readonly string[], client: FullClient): boolean =>
  given.includes("enroll") || knownMethods(given, client).length > 0;
