import type { Caller, Context, TxContext } from "../../contract/context.js";
import { readCookies, writeCookie } from "../../http/cookies.js";
import type { SessionRow } from "../../model/models.js";
import { clearedCookies, cookieName } from "../cookie.js";
import { cookieAttributes } from "../cookie-attributes.js";
import { mayBeOverwritten } from "../newest-session.js";

const name = "signed_out";

/** How far the clocks of two processes may differ, and how long an answer may take after the session is read. */
const toleranceSeconds = 30;

/**
 * The cookies of an answer that ends the session of this browser; `ended`: that session. If an answer to an earlier
 * request may set the session cookie once more, together with a cached copy, the browser also gets the time: copies from
 * before do not count, so that a late answer shows no person who has signed out.
 */
export function signedOutCookies(
  ctx: Pick<Context | TxContext, "settings" | "cookieKeys" | "now" | "actorColumns">,
  ended: SessionRow | null,
  caller: Caller,
): readonly string[] {
  return [...clearedCookies(ctx, caller), ...signedOutMark(ctx, ended, caller)];
}

/** The time in a browser that leaves a session, ended or not: see `signedOutCookies`. */
export function signedOutMark(
  ctx: Pick<Context | TxContext, "settings" | "cookieKeys" | "now" | "actorColumns">,
  left: SessionRow | null,
  caller: Caller,
): readonly string[] {
  const { enabled, maxAgeSeconds } = ctx.settings.session.cookieCache;
  if (!enabled || !caller.hasSessionCookie || !mayBeOverwritten(ctx, left, caller)) return [];
  const attributes = cookieAttributes(ctx.settings, maxAgeSeconds + toleranceSeconds);
  return [writeCookie(cookieName(ctx.settings, name), String(ctx.now().getTime()), attributes)];
}

/**
 * Copies from before this time, in milliseconds since 1970, do not count in this browser. The cookie needs no signature:
 * without a copy the database answers.
 */
export function copiesCountSince(
  { settings }: Pick<Context | TxContext, "settings">,
  { cookieHeader }: Pick<Caller, "cookieHeader">,
): number {
  const times = readCookies(cookieHeader, cookieName(settings, name)).map(Number).filter(Number.isSafeInteger);
  return Math.max(Number.NEGATIVE_INFINITY, ...times) + toleranceSeconds * 1000;
}
