import type { Settings } from "../contract/config.js";
import type { Caller } from "../contract/context.js";
import { readCookies, writeCookie } from "../http/cookies.js";
import { verifyBareSignature } from "../secret/signature.js";

/** What stands before the prefix, depending on how the library before us was reached. */
const leads = ["__Secure-", "__Host-", ""] as const;

/** The session of a caller whose cookies the library before us signed; null when there is none with the right signature. */
export function readContinued(
  { cookies: { continueFrom } }: Settings,
  header: string | null,
): Pick<Caller, "sessionToken" | "isRemembered" | "continuedPrefix"> | null {
  if (!continueFrom?.secret || header === null) return null;
  const { prefix, secret } = continueFrom;
  for (const continuedPrefix of leads.map((lead) => lead + prefix)) {
    const tokens = readCookies(header, `${continuedPrefix}.session_token`);
    const sessionToken = tokens.map((signed) => verifyBareSignature(secret, signed)).find((token) => token !== null);
    if (sessionToken === undefined) continue;
    const wishes = readCookies(header, `${continuedPrefix}.dont_remember`);
    const isRemembered = !wishes.some((signed) => verifyBareSignature(secret, signed) === "true");
    return { sessionToken, isRemembered, continuedPrefix };
  }
  return null;
}

/** The lines that take away the cookies of the library before us. On a shared domain it may have set them for it, or for this host. */
export function leftCookies(
  { cookies: { domain } }: Settings,
  { continuedPrefix }: Pick<Caller, "continuedPrefix">,
): readonly string[] {
  if (continuedPrefix === null) return [];
  const isSecure = continuedPrefix.startsWith("__");
  const domains = domain === null || continuedPrefix.startsWith("__Host-") ? [null] : [null, domain];
  return ["session_token", "session_data", "dont_remember"].flatMap((name) =>
    domains.map((where) =>
      writeCookie(`${continuedPrefix}.${name}`, "", { maxAgeSeconds: 0, isSecure, domain: where }),
    ),
  );
}
