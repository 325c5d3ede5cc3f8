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

/** Users who share a browser have different hashes: a row does not tell which users share a browser. */
const hashOf = (token: string, userId: string): string => fingerprint(`${token}.${userId}`);

/** The hash of a user's browser, with a new mark if the browser has none, and the cookie that keeps the mark. */
export function markBrowser(
  ctx: CookieContext,
  caller: Caller,
  userId: string,
): { readonly browserHash: string; readonly cookies: readonly string[] } {
  const value = tokenOf(ctx, caller) ?? randomText(tokenLength);
  const cookies = [signedCookie(ctx, { name: deviceCookie, value, maxAgeSeconds })];
  return { browserHash: hashOf(value, userId), cookies };
}
