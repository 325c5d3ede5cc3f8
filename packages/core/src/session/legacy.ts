import type { Settings } from "../contract/config.js";
import type { Caller, Context, TxContext } from "../contract/context.js";
import { runningBeside } from "../contract/previous-library.js";
import { readCookies, writeCookie } from "../http/cookies.js";
import { signBare, verifyBareSignature } from "../secret/signature.js";
import { cookieAttributes, secondsOfCookie } from "./cookie-attributes.js";

/**
 * The cookie prefixes, the strictest first. A cookie without a prefix can be set by a subdomain or by a page without
 * TLS (RFC 6265bis, section 4.1.3), so such a cookie counts only if this library's own cookies have no prefix either.
 */
const leadsOf = ({ secure }: Settings["cookies"]): readonly string[] => (secure ? ["__Host-", "__Secure-"] : [""]);

/** The session of a caller with cookies of the previous library; null if no cookie has a valid signature. */
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

/**
 * Clears the cookies of the previous library. On a shared domain they may have been set for the domain, or for this
 * host.
 */
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

/** The cookie name of better-auth 1.2: no `__Host-`. */
const sharedName = ({ secure }: Settings["cookies"], prefix: string, name: string): string =>
  `${secure ? "__Secure-" : ""}${prefix}.${name}`;

/**
 * The cookies of a session in the form of the previous library, while that library still runs. The session copy of that
 * library is cleared: the copy may be of another session. `wasForgotten`: an earlier sign-in without `rememberMe`, to
 * be cleared.
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

/** Clears the previous library's copy of a session, since a request may have changed the session. */
export function leftEntry({ settings }: Pick<Context, "settings">, { cookieHeader }: Caller): readonly string[] {
  const previous = runningBeside(settings);
  if (!previous) return [];
  const name = sharedName(settings.cookies, previous.prefix, "session_data");
  return readCookies(cookieHeader, name).length === 0 ? [] : [writeCookie(name, "", cookieAttributes(settings, 0))];
}
