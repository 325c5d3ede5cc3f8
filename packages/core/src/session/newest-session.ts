import type { Caller, Context, TxContext } from "../contract/context.js";
import type { SessionRow } from "../model/models.js";
import { hasNewestSession, signedCookie } from "./cookie.js";
import { prolongedEnd } from "./lifetime.js";

type CookieContext = Pick<Context | TxContext, "settings" | "cookieKeys" | "now" | "actorColumns">;

/** How long an answer to an earlier request may be on the way, in seconds. */
const lateAnswerSeconds = 600;

/**
 * The new token of a browser, and the session that the token replaces; null: the session cookie has opened no session.
 */
export interface Replacement {
  readonly token: string;
  readonly replaced: SessionRow | null;
}

/**
 * The cookie that names the new token once more, if an answer to an earlier request of this browser may still arrive
 * and set or clear the session cookie. Answers arrive in any order, and no answer to an earlier request sets this
 * cookie. This cookie counts if the session cookie opens no session.
 */
export const newestSessionCookie = (
  ctx: CookieContext,
  { token, replaced }: Replacement,
  caller: Caller,
): readonly string[] =>
  caller.hasSessionCookie && mayBeOverwritten(ctx, replaced, caller)
    ? [signedCookie(ctx, { name: "newest_session", value: token, maxAgeSeconds: lateAnswerSeconds })]
    : [];

/**
 * A read sets the session cookie again if the read prolongs the session, takes the session over from the previous
 * library, or has found the session by the cookie of the newest session. A read clears the session cookie if the cookie
 * is malformed or the session has expired.
 */
export function mayBeOverwritten(ctx: CookieContext, replaced: SessionRow | null, caller: Caller): boolean {
  if (replaced === null || caller.previousCookiePrefix !== null || hasNewestSession(ctx, caller)) return true;
  const { createdAt, updatedAt } = replaced;
  const isProlonged = updatedAt > createdAt && updatedAt.getTime() > ctx.now().getTime() - lateAnswerSeconds * 1000;
  return isProlonged || prolongedEnd(ctx, replaced, caller) !== null;
}
