import { clearedSignedCookie, readSignedCookies, signedCookie } from "@keyhold/core/cookies";
import { type Caller, type Context, fingerprint, randomText, type TxContext } from "@keyhold/core/plugin";

/*
 * The cookie of a browser has the id of the browser's row and a key. Each sign-in makes a new key, which the sessions of
 * the browser get: so an attacker with an earlier cookie of the browser, or with a cookie that the attacker has planted,
 * has no session of a later sign-in.
 */

/** The name of the cookie, without the prefix. */
export const deviceCookie = "device";

/** What the cookie of a browser says. */
export interface DeviceKey {
  readonly deviceId: string;
  /** The hash of the key, in the rows of the browser's sessions. */
  readonly deviceKey: string;
}

type CookieContext = Pick<Context | TxContext, "settings" | "cookieKeys">;

/** A sibling subdomain may set cookies of this name: each costs a statement. */
const maxCookies = 2;
/** Browsers keep a cookie for at most 400 days. */
const maxCookieSeconds = 400 * 86_400;

/** The keys of a browser: usually a single key. */
export const keysOf = (ctx: CookieContext, caller: Pick<Caller, "cookieHeader">): readonly DeviceKey[] =>
  readSignedCookies(ctx, caller, deviceCookie)
    .slice(0, maxCookies)
    .flatMap((value) => {
      const [deviceId = "", key = ""] = value.split(".");
      return key.length === 32 ? [{ deviceId, deviceKey: fingerprint(key) }] : [];
    });

/** A new key for a browser. */
export function newKey(): { readonly key: string; readonly deviceKey: string } {
  const key = randomText(32);
  return { key, deviceKey: fingerprint(key) };
}

/** The cookie of a new key. `isRemembered`: false, if an account of the browser ends with the browser. */
export function deviceCookieOf(
  ctx: CookieContext,
  { deviceId, key, isRemembered }: { readonly deviceId: string; readonly key: string; readonly isRemembered: boolean },
): string {
  const seconds = Math.min(ctx.settings.session.absoluteExpiresInSeconds, maxCookieSeconds);
  const maxAgeSeconds = isRemembered ? seconds : null;
  return signedCookie(ctx, { name: deviceCookie, value: `${deviceId}.${key}`, maxAgeSeconds });
}

/** Clears the cookie of a browser with a cookie; else no cookie. */
export const leftDeviceCookie = (ctx: CookieContext, caller: Pick<Caller, "cookieHeader">): readonly string[] =>
  keysOf(ctx, caller).length > 0 ? [clearedSignedCookie(ctx, deviceCookie)] : [];
