import type { Settings } from "../contract/config.js";
import type { Caller, Context, TxContext } from "../contract/context.js";
import { runningBeside } from "../contract/previous-library.js";
import { readCookies, writeCookie } from "../http/cookies.js";
import { signBare, verifyBareSignature } from "../secret/signature.js";
import { cookieAttributes, secondsOfCookie } from "./cookie-attributes.js";

/**
 * What stands before the prefix, the strictest first. A cookie without one may be set by a subdomain or by a page
 * without TLS (RFC 6265bis, section 4.1.3), so it counts only where ours has none either.
 */
const leadsOf = ({ secure }: Settings["cookies"]): readonly string[] => (secure ? ["__Host-", "__Secure-"] : [""]);

/** The session of a caller whose cookies the library before us signed; null when there is none with the right signature. */
export function readPreviousCookies(
  { cookies }: Settings,
  header: string | null,
): Pick<Caller, "sessionToken" | "isRemembered" | "previousCookiePrefix"> | null {
  const { continueFrom } = cookies;
  if (!continueFrom?.secret || header === null) return null;
  const { prefix, secret } = continueFrom;
  for (const previousCookiePrefix of leadsOf(cookies).map((lead) => lead + prefix)) {
    const tokens = readCookies(header, `${previousCookiePrefix}.session_token`);
    const sessionToken = tokens.map((signed) => verifyBareSignature(secret, signed)).find((token) => token !== null);
    if (sessionToken === undefined) continue;
    const wishes = readCookies(header, `${previousCookiePrefix}.dont_remember`);
    const isRemembered = !wishes.some((signed) => verifyBareSignature(secret, signed) === "true");
    return { sessionToken, isRemembered, previousCookiePrefix };
  }
  return null;
}

/** The lines that take away the cookies of the library before us. On a shared domain it may have set them for it, or for this host. */
export function leftCookies(
  { cookies: { domain } }: Settings,
  { previousCookiePrefix }: Pick<Caller, "previousCookiePrefix">,
): readonly string[] {
  if (previousCookiePrefix === null) return [];
  const isSecure = previousCookiePrefix.startsWith("__");
  const domains = domain === null || previousCookiePrefix.startsWith("__Host-") ? [null] : [null, domain];
  return ["session_token", "session_data", "dont_remember"].flatMap((name) =>
    domains.map((where) =>
      writeCookie(`${previousCookiePrefix}.${name}`, "", { maxAgeSeconds: 0, isSecure, domain: where }),
    ),
  );
}

/** As better-auth 1.2 names it: it knows no `__Host-`. */
const sharedName = ({ secure }: Settings["cookies"], prefix: string, name: string): string =>
  `${secure ? "__Secure-" : ""}${prefix}.${name}`;

/**
 * The lines that give a browser a session in the cookies of the previous library, while that still runs. Its copy of the
 * session goes: it may be of another one. `wasForgotten`: there is a wish not to be remembered, which ends.
 */
export function sharedCookies(
  { settings, now }: Pick<Context | TxContext, "settings" | "now">,
  { token, until }: { readonly token: string; readonly until: Date },
  { isRemembered, wasForgotten }: { readonly isRemembered: boolean; readonly wasForgotten: boolean },
): readonly string[] {
  const previous = runningBeside(settings);
  if (!previous) return [];
  const { prefix, secret } = previous;
  const write = (name: string, value: string, seconds: number | null): string =>
    writeCookie(sharedName(settings.cookies, prefix, name), value, cookieAttributes(settings, seconds));
  const life = isRemembered ? secondsOfCookie(now(), until) : null;
  return [
    write("session_token", signBare(secret, token), life),
    ...(isRemembered ? [] : [write("dont_remember", signBare(secret, "true"), null)]),
    ...(wasForgotten ? [write("dont_remember", "", 0)] : []),
    write("session_data", "", 0),
  ];
}

/** The line that takes away the previous library's copy of a session, which a request may have changed. */
export function leftEntry({ settings }: Pick<Context, "settings">, { cookieHeader }: Caller): readonly string[] {
  const previous = runningBeside(settings);
  if (!previous) return [];
  const name = sharedName(settings.cookies, previous.prefix, "session_data");
  return readCookies(cookieHeader, name).length === 0 ? [] : [writeCookie(name, "", cookieAttributes(settings, 0))];
}
