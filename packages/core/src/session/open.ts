import type { Held } from "../adapter/adapter.js";
import { isConflict } from "../adapter/conflict.js";
import { secondsPerDay } from "../config.js";
import type { Caller, TxContext } from "../context.js";
import type { SignInMethod } from "../events.js";
import { type SessionRow, sessionModel, type userModel } from "../model/models.js";
import { fingerprint } from "../secret/hash.js";
import { randomText } from "../secret/random.js";
import { publicUser } from "../user/public.js";
import { rememberCookie, sessionCookies } from "./cookie.js";
import { storedAs } from "./stored-token.js";

export interface OpenedSession {
  readonly session: SessionRow;
  /** The secret itself: for the cookie and the answer, never for the database. */
  readonly token: string;
  readonly cookies: readonly string[];
}

export interface SignIn {
  readonly method: SignInMethod;
  readonly isRemembered: boolean;
  /** The user is created in the same transaction. Default false. */
  readonly isNewUser?: boolean;
  readonly caller: Caller;
}

/**
 * Opens a session and ends the one this browser had, so that nobody can leave a known one behind (session fixation).
 * The held user proves that what was checked about it still stands.
 */
export async function openSession(
  ctx: TxContext,
  user: Held<typeof userModel>,
  { method, isRemembered, isNewUser = false, caller }: SignIn,
): Promise<OpenedSession> {
  const { expiresInSeconds } = ctx.settings.session;
  const now = ctx.now();
  const lifetimeSeconds = isRemembered ? expiresInSeconds : Math.min(secondsPerDay, expiresInSeconds);
  const token = randomText(32);

  await replaceSession(ctx, caller);
  const session = await ctx.db.insert(sessionModel, {
    userId: user.id,
    token: fingerprint(token),
    expiresAt: new Date(now.getTime() + lifetimeSeconds * 1000),
    createdAt: now,
    updatedAt: now,
    ipAddress: caller.ipAddress,
    userAgent: caller.userAgent,
  });
  if (isConflict(session)) throw new Error("Two sessions got the same random token.");
  ctx.emit({ type: "session.created", session, user: publicUser(ctx, user), method, isNewUser });
  const forgotten = isRemembered && !caller.isRemembered ? [rememberCookie(ctx)] : [];
  return { session, token, cookies: [...sessionCookies(ctx, token, isRemembered), ...forgotten] };
}

async function replaceSession(ctx: TxContext, { sessionToken }: Caller): Promise<void> {
  if (sessionToken === null) return;
  const old = await ctx.db.find(sessionModel, { token: storedAs(sessionToken) });
  if (!old) return;
  const removed = await ctx.db.remove(sessionModel, { id: old.id });
  if (removed > 0) ctx.emit({ type: "session.ended", userId: old.userId, sessionId: old.id, reason: "replaced" });
}
