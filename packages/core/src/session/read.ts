import { isConflict } from "../adapter/conflict.js";
import { secondsPerDay } from "../config.js";
import type { Caller, Context, Session } from "../context.js";
import { sessionModel, userModel } from "../model/models.js";
import { fingerprint } from "../secret/hash.js";
import { clearedCookies, sessionCookies } from "./cookie.js";
import { storedAs } from "./stored-token.js";

/** A session, or none, and what the browser must be told about it. */
export interface ReadSession {
  readonly session: Session | null;
  readonly cookies: readonly string[];
}

/** The session behind the caller's token by one statement; prolonged when due, removed when expired. */
export async function readSession(ctx: Context, caller: Caller): Promise<ReadSession> {
  const token = caller.sessionToken;
  if (token === null) return { session: null, cookies: caller.hasSessionCookie ? clearedCookies(ctx) : [] };
  const session = await findSession(ctx, token);
  if (!session) return { session: null, cookies: clearedCookies(ctx) };
  // Asked this way round, a date that cannot be read has passed, too.
  if (!(session.expiresAt > ctx.now())) {
    await removeExpired(ctx, session);
    return { session: null, cookies: clearedCookies(ctx) };
  }
  return isRefreshDue(ctx, session, caller) ? refresh(ctx, session, token) : { session, cookies: [] };
}

async function findSession(ctx: Context, token: string): Promise<Session | null> {
  const session = await ctx.db.find(sessionModel, { token: storedAs(token) }, { with: userModel });
  if (session?.token !== token) return session;
  const upgraded = await ctx.db.update(sessionModel, session.id, { token: fingerprint(token) });
  return upgraded && !isConflict(upgraded) ? { ...session, token: upgraded.token } : null;
}

async function removeExpired(ctx: Context, { id, userId }: Session): Promise<void> {
  const removed = await ctx.db.remove(sessionModel, { id });
  if (removed > 0) ctx.emit({ type: "session.ended", userId, sessionId: id, reason: "expired" });
}

function isRefreshDue(ctx: Context, session: Session, { isRemembered }: Caller): boolean {
  const { expiresInSeconds, updateAgeSeconds } = ctx.settings.session;
  // The cookie says it, but so does the row: a lost cookie must not make a session for a day a long one.
  const isForADay = expiresInSeconds > secondsPerDay && lifetimeSeconds(session) <= secondsPerDay;
  if (!isRemembered || isForADay) return false;
  const lastRefresh = session.expiresAt.getTime() - expiresInSeconds * 1000;
  return lastRefresh + updateAgeSeconds * 1000 <= ctx.now().getTime();
}

const lifetimeSeconds = ({ createdAt, expiresAt }: Session): number =>
  (expiresAt.getTime() - createdAt.getTime()) / 1000;

async function refresh(ctx: Context, session: Session, token: string): Promise<ReadSession> {
  const now = ctx.now();
  const expiresAt = new Date(now.getTime() + ctx.settings.session.expiresInSeconds * 1000);
  const refreshed = await ctx.db.update(sessionModel, session.id, { expiresAt, updatedAt: now });
  if (!refreshed || isConflict(refreshed)) return { session: null, cookies: clearedCookies(ctx) };
  return { session: { ...session, expiresAt, updatedAt: now }, cookies: sessionCookies(ctx, token, true) };
}
