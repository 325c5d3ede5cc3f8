import { clearedSignedCookie, readSignedCookies, signedCookie } from "@keyhold/core/cookies";
import { type Caller, type Context, fingerprint, randomText, type TxContext } from "@keyhold/core/plugin";

/** The cookie of the asking browser: only this browser is signed in by opening the link. */
export const challengeCookie = "magic_link";

type CookieContext = Pick<Context | TxContext, "settings" | "cookieKeys">;
type Browser = Pick<Caller, "cookieHeader">;

/** The challenge of a browser. */
export interface Challenge {
  /** The stored form, in the row of a link. */
  readonly hash: string;
  readonly cookies: readonly string[];
}

/**
 * The challenge of a browser that asks for a link. A browser has a single challenge, so that two links in two tabs both
 * open in this browser.
 */
export function challengeOf(ctx: CookieContext, caller: Browser, maxAgeSeconds: number): Challenge {
  const [present] = readSignedCookies(ctx, caller, challengeCookie);
  const value = present ?? randomText(32);
  return { hash: fingerprint(value), cookies: [signedCookie(ctx, { name: challengeCookie, value, maxAgeSeconds })] };
}

/** The challenges of a browser, as rows store them. A sibling subdomain may set a cookie of this name: each counts. */
export const challengesOf = (ctx: CookieContext, caller: Browser): readonly string[] =>
  readSignedCookies(ctx, caller, challengeCookie).map(fingerprint);

/** Whether this browser asked for the link. */
export const hasAsked = (ctx: CookieContext, caller: Browser, { challenge }: { readonly challenge: string }): boolean =>
  challengesOf(ctx, caller).includes(challenge);

/** Ends the challenge after a sign-in. */
export const endedChallenge = (ctx: CookieContext): string => clearedSignedCookie(ctx, challengeCookie);
