import { longestCookieSeconds, type Settings } from "../config.js";
import type { Caller, Context, TxContext } from "../context.js";
import { readCookie, writeCookie } from "../http/cookies.js";
import { sign, verifySignature } from "../secret/signature.js";

type CookieContext = Pick<Context | TxContext, "settings" | "cookieKeys">;

/** `session_data` belongs to the cookie cache; it is cleared here so that no copy outlives the session. */
type CookieName = "session_token" | "session_data" | "dont_remember";

/** `__Host-` binds a cookie to this very host and to https (RFC 6265bis). */
export const cookieName = ({ cookies }: Settings, name: CookieName): string =>
  `${cookies.secure ? "__Host-" : ""}${cookies.prefix}.${name}`;

/** The token of the session cookie when its signature is ours, and whether the person is to be remembered. */
export function readSessionCookie(
  { settings, cookieKeys }: CookieContext,
  header: string | null,
): Pick<Caller, "hasSessionCookie" | "sessionToken" | "isRemembered"> {
  const signed = readCookie(header, cookieName(settings, "session_token"));
  if (signed === null) return { hasSessionCookie: false, sessionToken: null, isRemembered: true };
  const forgetful = readCookie(header, cookieName(settings, "dont_remember"));
  return {
    hasSessionCookie: true,
    sessionToken: verifySignature(cookieKeys, "session_token", signed),
    isRemembered: forgetful === null || verifySignature(cookieKeys, "dont_remember", forgetful) !== "true",
  };
}

/** The lines that give a browser its session: until it expires, or until the browser closes. */
export function sessionCookies(
  { settings, cookieKeys }: CookieContext,
  token: string,
  isRemembered: boolean,
): readonly string[] {
  const isSecure = settings.cookies.secure;
  const name = cookieName(settings, "session_token");
  const value = sign(cookieKeys, "session_token", token);
  if (isRemembered) {
    const maxAgeSeconds = Math.min(settings.session.expiresInSeconds, longestCookieSeconds);
    return [writeCookie(name, value, { maxAgeSeconds, isSecure })];
  }
  const untilClosed = { maxAgeSeconds: null, isSecure };
  return [
    writeCookie(name, value, untilClosed),
    writeCookie(cookieName(settings, "dont_remember"), sign(cookieKeys, "dont_remember", "true"), untilClosed),
  ];
}

/** The line that takes back an earlier wish not to be remembered. */
export const rememberCookie = ({ settings }: CookieContext): string =>
  writeCookie(cookieName(settings, "dont_remember"), "", { maxAgeSeconds: 0, isSecure: settings.cookies.secure });

/** The lines that take a session away from a browser. */
export function clearedCookies({ settings }: CookieContext): readonly string[] {
  const gone = { maxAgeSeconds: 0, isSecure: settings.cookies.secure };
  return (["session_token", "session_data", "dont_remember"] as const).map((name) =>
    writeCookie(cookieName(settings, name), "", gone),
  );
}
