import type { Caller, Context } from "../../contract/context.js";
import { fingerprint } from "../../secret/hash.js";
import { randomText } from "../../secret/random.js";
import { clearedSignedCookie, readSignedCookies, signedCookie } from "../../session/cookie.js";

/** The cookie of a browser that asked for a secret by email. A plugin lists it in `stateCookies`. */
export const challengeCookie = "code_challenge";

/** As long as a secret that signs a user in may work (SP 800-63B-4, section 3.1.3.2). */
const maxAgeSeconds = 600;

type Browser = Pick<Caller, "cookieHeader">;

/** The challenge of a browser. */
export interface BrowserChallenge {
  /** The secret of the browser, for a caller without cookies. */
  readonly value: string;
  /** The stored form, in the rows of links and codes. */
  readonly hash: string;
  readonly cookies: readonly string[];
}

/**
 * The challenge of a browser that asks for a link or a code. A browser has a single challenge, renewed by each request,
 * so that two links in two tabs both open in this browser.
 */
export function challengeOf(ctx: Pick<Context, "settings" | "cookieKeys">, caller: Browser): BrowserChallenge {
  const [present] = readSignedCookies(ctx, caller, challengeCookie);
  const value = present ?? randomText(32);
  const cookies = [signedCookie(ctx, { name: challengeCookie, value, maxAgeSeconds })];
  return { value, hash: fingerprint(value), cookies };
}

/**
 * The challenges of a browser, as rows store them. A sibling subdomain may set a cookie of this name: each counts.
 * `given`: of a caller without cookies.
 */
export const challengesOf = (
  ctx: Pick<Context, "settings" | "cookieKeys">,
  caller: Browser,
  given?: string,
): readonly string[] =>
  [...(given === undefined ? [] : [given]), ...readSignedCookies(ctx, caller, challengeCookie)].map(fingerprint);

/** Ends the challenge of a browser that was signed in. */
export const endedChallenge = (ctx: Pick<Context, "settings" | "cookieKeys">): string =>
  clearedSignedCookie(ctx, challengeCookie);
