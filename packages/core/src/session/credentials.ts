import type { Caller, Context } from "../contract/context.js";
import { runningBeside } from "../contract/previous-library.js";
import { readCookies } from "../http/cookies.js";
import type { HeaderLookup } from "../http/incoming-request.js";
import { cookieName, readNewestToken, readSessionCookie } from "./cookie.js";
import { readPreviousCookies } from "./legacy.js";

/** The credentials of a request: its session cookie or bearer token. */
export type Credentials = Pick<
  Caller,
  | "hasSessionCookie"
  | "sessionToken"
  | "newestToken"
  | "isRemembered"
  | "isBearer"
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
  previousCookiePrefix: null,
  cookieHeader: null,
  cachedSession: null,
};

/**
 * The session cookie of this library, else of the previous library, else `Authorization`. A malformed one counts as
 * absent. While the previous library still runs its cookie comes first: its sign-ins are newer than a cookie from
 * before them.
 */
export function readCredentials(ctx: Pick<Context, "settings" | "cookieKeys">, headers: HeaderLookup): Credentials {
  const { settings } = ctx;
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
  const sessionToken = settings.session.bearer ? readBearer(headers.get("authorization")) : null;
  return { ...noCredentials, cookieHeader: header, sessionToken, isBearer: sessionToken !== null };
}

/** RFC 6750, section 2.1: the scheme in any case, one space, and a token in the format of this library. */
const bearer = /^bearer ([A-Za-z0-9]{32})$/i;

const readBearer = (authorization: string | null): string | null => bearer.exec(authorization ?? "")?.[1] ?? null;
