import type { CallbackParameters } from "./provider.js";
import type { Refused } from "./refused.js";

const longestDescription = 200;

/** What a provider says went wrong there (RFC 6749, section 4.1.2.1), e.g. that the person said no; null when nothing did. */
export function providerError({ error, error_description: description }: CallbackParameters): Refused | null {
  if (error === undefined) return null;
  const code = error.slice(0, 64).replace(/[^\w.-]+/g, "_");
  const said = (description ?? "")
    .slice(0, longestDescription)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return { code: code || "unknown", explanation: said || "The provider gave no reason." };
}
