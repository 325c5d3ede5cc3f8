import type { Settings } from "../contract/config.js";
import type { Caller, Context } from "../contract/context.js";
import { readCookies, writeCookie } from "../http/cookies.js";
import type { Keys } from "../secret/keys.js";
import { sign, verifySignature } from "../secret/signature.js";
import { cookieAttributes, secondsOfCookie } from "./cookie-attributes.js";
import { leftCookies } from "./legacy.js";

/** A cookie that a plugin sets. */
export interface GivenCookie {
  readonly name: string;
  readonly value: string;
  /** Null: the cookie ends with the browser. */
  readonly maxAgeSeconds: number | null;
}

/**
 * A signed cookie of a plugin, for redirects that return to this server (`SameSite=Lax`). The signature covers name and
 * value, and is valid in every auth with this secret: only a row can say what the value is worth.
 */
export const signedCookie = (
  { settings, cookieKeys }: Pick<Context, "settings" | "cookieKeys">,
  cookie: GivenCookie,
): string => cookieSignedBy(cookieKeys, settings, cookie);

/** A signed cookie whose value is trusted without a row: valid in this auth alone. */
export const markCookie = ({ settings, ownKeys }: Pick<Context, "settings" | "ownKeys">, cookie: GivenCookie): string =>
  cookieSignedBy(ownKeys.marks, settings, cookie);

const cookieSignedBy = (keys: Keys, settings: Settings, { name, value, maxAgeSeconds }: GivenCookie): string =>
  writeCookie(cookieName(settings, name), sign(keys, name, value), cookieAttributes(settings, maxAgeSeconds));

/** Clears a cookie of `signedCookie` or `markCookie`. */
export const clearedSignedCookie = ({ settings }: Pick<Context, "settings">, name: string): string =>
  writeCookie(cookieName(settings, name), "", cookieAttributes(settings, 0));

/**
 * The values of `signedCookie` from this browser. A sibling subdomain can set cookies of this name: all correctly
 * signed values are returned.
 */
export const readSignedCookies = (
  { settings, cookieKeys }: Pick<Context, "settings" | "cookieKeys">,
  caller: Pick<Caller, "cookieHeader">,
  name: string,
): readonly string[] => valuesSignedBy(cookieKeys, settings, caller.cookieHeader, name);

/** The values of `markCookie` from this browser. */
export const readMarkCookies = (
  { settings, ownKeys }: Pick<Context, "settings" | "ownKeys">,
  caller: Pick<Caller, "cookieHeader">,
  name: string,
): readonly string[] => valuesSignedBy(ownKeys.marks, settings, caller.cookieHeader, name);

const valuesSignedBy = (keys: Keys, settings: Settings, header: string | null, name: string): readonly string[] =>
  readCookies(header, cookieName(settings, name)).flatMap((value) => verifySignature(keys, name, value) ?? []);

/** `session_data` belongs to the cookie cache; `session_data` is cleared here so that no copy outlives the session. */
type CookieName = "session_token" | "session_data" | "dont_remember" | "newest_session";

interface NamedCookies {
  readonly cookies: Pick<Settings["cookies"], "secure" | "prefix" | "domain">;
}

/** `__Host-` binds a cookie to this exact host and to https, `__Secure-` to https only (RFC 6265bis). */
export function cookieName({ cookies }: NamedCookies, name: string): string {
  const lead = cookies.domain === null ? "__Host-" : "__Secure-";
  return `${cookies.secure ? lead : ""}${cookies.prefix}.${name}`;
}

/**
 * The tokens of the session cookies with a valid signature, and whether the user is remembered; null if there is no
 * such cookie. A browser has two cookies of this name after a change of `cookies.domain`, and sends the newer cookie last
 * (RFC 6265, section 5.4): the first correctly signed value counts, and the last if the first opens no session.
 */
export function readSessionCookie(
  { settings, cookieKeys }: Pick<Context, "settings" | "cookieKeys">,
  header: string | null,
): Pick<Caller, "sessionToken" | "newestToken" | "isRemembered"> | null {
  const isThere = (name: CookieName): boolean => readCookies(header, cookieName(settings, name)).length > 0;
  if (!isThere("session_token") && !isThere("newest_session")) return null;
  const valuesOf = (name: CookieName): readonly string[] => valuesSignedBy(cookieKeys, settings, header, name);
  const tokens = valuesOf("session_token");
  const newestToken = valuesOf("newest_session")[0] ?? tokens.at(-1) ?? null;
  const sessionToken = tokens[0] ?? newestToken;
  return {
    sessionToken,
    newestToken: newestToken === sessionToken ? null : newestToken,
    isRemembered: !valuesOf("dont_remember").includes("true"),
  };
}

/** The token in the cookie of `newestSessionCookie`; null without a valid signature. */
export const readNewestToken = (
  { settings, cookieKeys }: Pick<Context, "settings" | "cookieKeys">,
  header: string | null,
): string | null => valuesSignedBy(cookieKeys, settings, header, "newest_session")[0] ?? null;

/** The cookies of a session: until the session ends, or until the browser closes. */
export function sessionCookies(
  ctx: Pick<Context, "settings" | "cookieKeys" | "now">,
  { token, until }: { readonly token: string; readonly until: Date },
  isRemembered: boolean,
): readonly string[] {
  const { settings, cookieKeys } = ctx;
  const cookie = (name: CookieName, value: string, maxAgeSeconds: number | null): string =>
    cookieSignedBy(cookieKeys, settings, { name, value, maxAgeSeconds });
  if (isRemembered) return [cookie("session_token", token, secondsOfCookie(ctx.now(), until))];
  return [cookie("session_token", token, null), cookie("dont_remember", "true", null)];
}

/** Clears a cookie, with the attributes with which it was set. */
export const clearedCookie = (settings: Settings, name: CookieName): string =>
  writeCookie(cookieName(settings, name), "", cookieAttributes(settings, 0));

/** Clears the cookie of an earlier sign-in without `rememberMe`. */
export const clearedDontRememberCookie = ({ settings }: Pick<Context, "settings">): string =>
  clearedCookie(settings, "dont_remember");

const ownNames = ["session_token", "session_data", "dont_remember"] as const;

/** Clears this library's own cookies in a browser with a session in cookies of the previous library. */
export const leftOwnCookies = (
  { settings }: Pick<Context, "settings">,
  { cookieHeader }: Pick<Caller, "cookieHeader">,
): readonly string[] =>
  ownNames
    .filter((name) => readCookies(cookieHeader, cookieName(settings, name)).length > 0)
    .map((name) => clearedCookie(settings, name));

/** Clears the session cookies of a browser, including cookies of the previous library. */
export const clearedCookies = (
  { settings }: Pick<Context, "settings">,
  caller?: Pick<Caller, "previousCookiePrefix" | "cookieHeader">,
): readonly string[] => [
  ...ownNames.map((name) => clearedCookie(settings, name)),
  ...(caller ? [...leftNewest(settings, caller), ...leftCookies(settings, caller)] : []),
];

const leftNewest = (settings: Settings, { cookieHeader }: Pick<Caller, "cookieHeader">): readonly string[] =>
  hasNewestSession({ settings }, { cookieHeader }) ? [clearedCookie(settings, "newest_session")] : [];

/** Whether a browser has the cookie of `newestSessionCookie`. */
export const hasNewestSession = (
  { settings }: Pick<Context, "settings">,
  { cookieHeader }: Pick<Caller, "cookieHeader">,
): boolean => readCookies(cookieHeader, cookieName(settings, "newest_session")).length > 0;
