import type { Caller, Context } from "../contract/context.js";
import { runningBeside } from "../contract/previous-library.js";
import { readCookies } from "../http/cookies.js";
import type { HeaderLookup } from "../http/incoming-request.js";
import { cookieName, readNewestToken, readSessionCookie } from "./cookie.js";
import { readPreviousCookies } from "./legacy.js";
import { readTokenMode } from "./token-mode.js";

/** The credentials of a request: the session cookie or bearer token. */
export type Credentials = Pick<
  Caller,
  | "hasSessionCookie"
  | "sessionToken"
  | "newestToken"
  | "isRemembered"
  | "isBearer"
  | "clientId"
  | "previousCookiePrefix"
  | "cookieHeader"
  | "cachedSession"
>;

/** The credentials of a caller who sent none. */
export const noCredentials: Credentials = {
  hasSessionCookie: false,
  sessionToken: null,
  newestToken: null,
  isRemembered: true,
  isBearer: false,
  clientId: null,
  previousCookiePrefix: null,
  cookieHeader: null,
  cachedSession: null,
};

/**
 * In token mode the token of the header, and no cookie. Else the session cookie of this library, else of the previous
 * library. While the previous library still runs, the previous library's cookie comes first: sign-ins there are newer
 * than an earlier cookie of this library.
 */
export function readCredentials(
  ctx: Pick<Context, "settings" | "cookieKeys" | "ownKeys" | "stateCookies">,
  headers: HeaderLookup,
): Credentials {
  const { settings } = ctx;
  const inTokenMode = readTokenMode(ctx, headers);
  if (inTokenMode) return { ...noCredentials, ...inTokenMode, isBearer: true };
  const header = headers.get("cookie");
  const shared = runningBeside(settings) && readPreviousCookies(settings, header);
  const own = shared ? null : readSessionCookie(ctx, header);
  if (own) {
    const cache = settings.session.cookieCache.enabled ? readCookies(header, cookieName(settings, "session_data")) : [];
    return { ...noCredentials, cookieHeader: header, hasSessionCookie: true, ...own, cachedSession: cache[0] ?? null };
  }
  const continued = shared ?? readPreviousCookies(settings, header);
  if (continued) {
    const newestToken = readNewestToken(ctx, header);
    return { ...noCredentials, cookieHeader: header, hasSessionCookie: true, ...continued, newestToken };
  }
  return { ...noCredentials, cookieHeader: header };
}
