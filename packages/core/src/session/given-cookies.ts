import type { Caller, Context, TxContext } from "../contract/context.js";
import { runningBeside } from "../contract/previous-library.js";
import { clearedDontRememberCookie, leftOwnCookies, sessionCookies } from "./cookie.js";
import { leftCookies, sharedCookies } from "./legacy.js";

type CookieContext = Pick<Context | TxContext, "settings" | "cookieKeys" | "now">;

/** A session as a browser gets it. */
export interface GivenSession {
  readonly token: string;
  /** What its row holds of the token. */
  readonly stored: string;
  readonly until: Date;
  /** The lines of `cacheCookies`. */
  readonly cache: readonly string[];
}

/** Whether the previous library serves a session, too: it runs, and the row holds the token itself. */
export const isShared = (
  { settings }: Pick<CookieContext, "settings">,
  { token, stored }: Pick<GivenSession, "token" | "stored">,
): boolean => token === stored && runningBeside(settings) !== null;

/**
 * The lines that give a browser its session, and take away cookies of the other kind: a session that the previous library
 * serves, too, is in a cookie of that library's form, every other one in ours.
 */
export function givenCookies(
  ctx: CookieContext,
  given: GivenSession,
  caller: Caller,
  isRemembered: boolean = caller.isRemembered,
): readonly string[] {
  const wasForgotten = isRemembered && !caller.isRemembered;
  if (isShared(ctx, given)) {
    return [...sharedCookies(ctx, given, { isRemembered, wasForgotten }), ...leftOwnCookies(ctx, caller)];
  }
  return [
    ...sessionCookies(ctx, given, isRemembered),
    ...(wasForgotten ? [clearedDontRememberCookie(ctx)] : []),
    ...given.cache,
    ...leftCookies(ctx.settings, caller),
  ];
}
