import type { Caller, Context, TxContext } from "../contract/context.js";
import { runningBeside } from "../contract/previous-library.js";
import { clearedDontRememberCookie, leftOwnCookies, sessionCookies } from "./cookie.js";
import { leftCookies, sharedCookies } from "./legacy.js";

type CookieContext = Pick<Context | TxContext, "settings" | "cookieKeys" | "now">;

/** A session to set in a browser's cookies. */
export interface GivenSession {
  readonly token: string;
  /** The value of the row's `token` column. */
  readonly stored: string;
  readonly until: Date;
  /** The cookies of `cacheCookies`. */
  readonly cache: readonly string[];
}

/** Whether the previous library uses a session, too: that library runs, and the row contains the token itself. */
export const isShared = (
  { settings }: Pick<CookieContext, "settings">,
  { token, stored }: Pick<GivenSession, "token" | "stored">,
): boolean => token === stored && runningBeside(settings) !== null;

/**
 * The cookies of a session, and the removal of cookies of the other kind: a session shared with the previous library is
 * in a cookie of that library's form, every other session in the form of this library.
 */
export function givenCookies(
  ctx: CookieContext,
  given: GivenSession,
  caller: Caller,
  isRemembered: boolean = caller.isRemembered,
): readonly string[] {
  // In token mode the line carries the token to `tokenHeaders`.
  if (caller.isBearer) return sessionCookies(ctx, given, true);
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
