import type { Caller, Context } from "../contract/context.js";
import { readCookies } from "../http/cookies.js";
import { cookieName, readSessionCookie } from "./cookie.js";
import { readContinued } from "./legacy.js";

/** What a request shows to prove whose session it is. */
export type Credentials = Pick<
  Caller,
  "hasSessionCookie" | "sessionToken" | "isRemembered" | "isBearer" | "continuedPrefix" | "cookieHeader" | "sessionCopy"
>;

export const noCredentials: Credentials = {
  hasSessionCookie: false,
  sessionToken: null,
  isRemembered: true,
  isBearer: false,
  continuedPrefix: null,
  cookieHeader: null,
  sessionCopy: null,
};

/** Our own cookie, else one of the library before us, else `Authorization`. Whatever is malformed is not there. */
export function readCredentials(ctx: Pick<Context, "settings" | "cookieKeys">, headers: Headers): Credentials {
  const { settings } = ctx;
  const header = headers.get("cookie");
  const own = readSessionCookie(ctx, header);
  if (own) {
    const copies = settings.session.cookieCache.enabled
      ? readCookies(header, cookieName(settings, "session_data"))
      : [];
    return { ...noCredentials, cookieHeader: header, hasSessionCookie: true, ...own, sessionCopy: copies[0] ?? null };
  }
  const continued = readContinued(settings, header);
  if (continued) return { ...noCredentials, cookieHeader: header, hasSessionCookie: true, ...continued };
  const sessionToken = settings.session.bearer ? readBearer(headers.get("authorization")) : null;
  return { ...noCredentials, cookieHeader: header, sessionToken, isBearer: sessionToken !== null };
}

/** RFC 6750, section 2.1: the scheme in any case, one space, and a token as we make them. */
const bearer = /^bearer ([A-Za-z0-9]{32})$/i;

const readBearer = (authorization: string | null): string | null => bearer.exec(authorization ?? "")?.[1] ?? null;
