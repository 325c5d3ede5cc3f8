import type { Settings } from "../contract/config.js";
import type { Caller, Context } from "../contract/context.js";
import { readCookies, writeCookie } from "../http/cookies.js";
import { sign, verifySignature } from "../secret/signature.js";
import { cookieAttributes, secondsOfCookie } from "./cookie-attributes.js";
import { leftCookies } from "./legacy.js";

/** A cookie of a plugin, for `SameSite=Lax` journeys that end here again: its value is signed together with its name. */
export function signedCookie(
  { settings, cookieKeys }: Pick<Context, "settings" | "cookieKeys">,
  { name, value, maxAgeSeconds }: { readonly name: string; readonly value: string; readonly maxAgeSeconds: number },
): string {
  const signed = sign(cookieKeys, name, value);
  return writeCookie(cookieName(settings, name), signed, cookieAttributes(settings, maxAgeSeconds));
}

/** The line that takes a cookie of `signedCookie` away. */
export const clearedSignedCookie = ({ settings }: Pick<Context, "settings">, name: string): string =>
  writeCookie(cookieName(settings, name), "", cookieAttributes(settings, 0));

/** What `signedCookie` gave this browser: of several with one name, as a sibling subdomain can plant them, all that we signed. */
export const readSignedCookies = (
  { settings, cookieKeys }: Pick<Context, "settings" | "cookieKeys">,
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

/**
 * The token of the session cookie when its signature is ours, and whether the person is to be remembered; null when
 * there is no such cookie. Of several with one name, as a sibling subdomain can plant them, the first that we signed counts.
 */
export function readSessionCookie(
  { settings, cookieKeys }: Pick<Context, "settings" | "cookieKeys">,
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
  ctx: Pick<Context, "settings" | "cookieKeys" | "now">,
  { token, until }: { readonly token: string; readonly until: Date },
  isRemembered: boolean,
): readonly string[] {
  const { settings, cookieKeys } = ctx;
  const name = cookieName(settings, "session_token");
  const value = sign(cookieKeys, "session_token", token);
  if (isRemembered) {
    return [writeCookie(name, value, cookieAttributes(settings, secondsOfCookie(ctx.now(), until)))];
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
export const clearedDontRememberCookie = ({ settings }: Pick<Context, "settings">): string =>
  clearedCookie(settings, "dont_remember");

const ownNames = ["session_token", "session_data", "dont_remember"] as const;

/** The lines that take our cookies away from a browser that has a session in those of the previous library. */
export const leftOwnCookies = (
  { settings }: Pick<Context, "settings">,
  { cookieHeader }: Pick<Caller, "cookieHeader">,
): readonly string[] =>
  ownNames
    .filter((name) => readCookies(cookieHeader, cookieName(settings, name)).length > 0)
    .map((name) => clearedCookie(settings, name));

/** The lines that take a session away from a browser; of a caller with the cookies of the library before us, those too. */
export const clearedCookies = (
  { settings }: Pick<Context, "settings">,
  caller?: Pick<Caller, "previousCookiePrefix">,
): readonly string[] => [
  ...ownNames.map((name) => clearedCookie(settings, name)),
  ...(caller ? leftCookies(settings, caller) : []),
];
