import { readSignedCookies, signedCookie } from "@keyhold/core/cookies";
import { type Caller, type Context, fingerprint, randomText, type TxContext } from "@keyhold/core/plugin";

/** The cookie that marks a browser, or the part of `auth-state` in token mode. Grants no access. */
export const deviceCookie = "device";

const tokenLength = 32;
const maxAgeSeconds = 400 * 86_400;

type CookieContext = Pick<Context | TxContext, "settings" | "cookieKeys">;

/** The token of the caller's browser; null: the browser has no mark yet. */
function tokenOf(ctx: CookieContext, caller: Caller): string | null {
  return readSignedCookies(ctx, caller, deviceCookie).find((token) => token.length === tokenLength) ?? null;
}

/** The hash of the caller's browser; null: the browser has no mark. */
export function browserHashOf(ctx: CookieContext, caller: Caller): string | null {
  const token = tokenOf(ctx, caller);
  return token === null ? null : fingerprint(token);
}

/** The mark of the caller's browser, a new mark if there is none, and the cookie that keeps the mark. */
export function markBrowser(
  ctx: CookieContext,
  caller: Caller,
): { readonly browserHash: string; readonly cookies: readonly string[] } {
  const value = tokenOf(ctx, caller) ?? randomText(tokenLength);
  const cookies = [signedCookie(ctx, { name: deviceCookie, value, maxAgeSeconds })];
  return { browserHash: fingerprint(value), cookies };
}
