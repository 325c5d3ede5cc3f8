import { longestCookieSeconds, type Settings } from "../contract/config.js";
import type { Caller, Context, TxContext } from "../contract/context.js";
import { type CookieAttributes, readCookies, writeCookie } from "../http/cookies.js";
import { sign, verifySignature } from "../secret/signature.js";
import { leftCookies } from "./legacy.js";

type CookieContext = Pick<Context | TxContext, "settings" | "cookieKeys">;

/** A cookie of a plugin, for `SameSite=Lax` journeys that end here again: its value is signed together with its name. */
export function signedCookie(
  { settings, cookieKeys }: CookieContext,
  { name, value, maxAgeSeconds }: { readonly name: string; readonly value: string; readonly maxAgeSeconds: number },
): string {
  const signed = sign(cookieKeys, name, value);
  return writeCookie(cookieName(settings, name), signed, cookieAttributes(settings, maxAgeSeconds));
}

/** What `signedCookie` gave this browser: of several with one name, as a sibling subdomain can plant them, all that we signed. */
export const readSignedCookies = (
  { settings, cookieKeys }: CookieContext,
  { cookieHeader }: Pick<Caller, "cookieHeader">,
  name: string,
): readonly string[] =>
  readCookies(cookieHeader, cookieName(settings, name)).flatMap(
    (value) => verifySignature(cookieKeys, name, value) ?? [],
  );

/** `session_data` belongs to the cookie cache; it is cleared here so that no copy outlives the session. */
type CookieName = "session_token" | "session_data" | "dont_remember";

/** `__Host-` binds a cookie to this very host and to https, `__Secure-` to https only (RFC 6265bis). */
export function cookieName({ cookies }: Settings, name: string): string {
  const lead = cookies.domain === null ? "__Host-" : "__Secure-";
  return `${cookies.secure ? lead : ""}${cookies.prefix}.${name}`;
}

/** How long a cookie of ours lives, and where it is sent. */
export const cookieAttributes = ({ cookies }: Settings, maxAgeSeconds: number | null): CookieAttributes => ({
  maxAgeSeconds,
  isSecure: cookies.secure,
  domain: cookies.domain,
});

/**
 * The token of the session cookie when its signature is ours, and whether the person is to be remembered; null when
 * there is no such cookie. Of several with one name, as a sibling subdomain can plant them, the first that we signed counts.
 */
export function readSessionCookie(
  { settings, cookieKeys }: CookieContext,
  header: string | null,
): Pick<Caller, "sessionToken" | "isRemembered"> | null {
  const signed = readCookies(header, cookieName(settings, "session_token"));
  if (signed.length === 0) return null;
  const wishes = readCookies(header, cookieName(settings, "dont_remember"));
  return {
    sessionToken: firstOf(signed, (value) => verifySignature(cookieKeys, "session_token", value)),
    isRemembered: !wishes.some((value) => verifySignature(cookieKeys, "dont_remember", value) === "true"),
  };
}

function firstOf<T>(values: readonly string[], read: (value: string) => T | null): T | null {
  for (const value of values) {
    const found = read(value);
    if (found !== null) return found;
  }
  return null;
}

/** The lines that give a browser its session: until it ends, or until the browser closes. */
export function sessionCookies(
  ctx: CookieContext & Pick<Context, "now">,
  { token, until }: { readonly token: string; readonly until: Date },
  isRemembered: boolean,
): readonly string[] {
  const { settings, cookieKeys } = ctx;
  const name = cookieName(settings, "session_token");
  const value = sign(cookieKeys, "session_token", token);
  if (isRemembered) {
    const secondsLeft = Math.floor((until.getTime() - ctx.now().getTime()) / 1000);
    return [writeCookie(name, value, cookieAttributes(settings, Math.min(secondsLeft, longestCookieSeconds)))];
  }
  const untilClosed = cookieAttributes(settings, null);
  return [
    writeCookie(name, value, untilClosed),
    writeCookie(cookieName(settings, "dont_remember"), sign(cookieKeys, "dont_remember", "true"), untilClosed),
  ];
}

/** The line that takes a cookie away, with the attributes that it was given with. */
export const clearedCookie = (settings: Settings, name: CookieName): string =>
  writeCookie(cookieName(settings, name), "", cookieAttributes(settings, 0));

/** The line that clears the cookie of an earlier sign-in without `rememberMe`. */
export const clearedDontRememberCookie = ({ settings }: Pick<CookieContext, "settings">): string =>
  clearedCookie(settings, "dont_remember");

/** The lines that take a session away from a browser; of a caller with the cookies of the library before us, those too. */
export const clearedCookies = (
  { settings }: Pick<CookieContext, "settings">,
  caller?: Pick<Caller, "continuedPrefix">,
): readonly string[] => [
  ...(["session_token", "session_data", "dont_remember"] as const).map((name) => clearedCookie(settings, name)),
  ...(caller ? leftCookies(settings, caller) : []),
];
