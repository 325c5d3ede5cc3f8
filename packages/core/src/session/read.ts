import { isConflict } from "../adapter/conflict.js";
import type { Caller, Context, Session } from "../context.js";
import { sessionModel, userModel } from "../model/models.js";
import { fingerprint } from "../secret/hash.js";
import { clearedCookies, sessionCookies } from "./cookie.js";

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
  if (session.expiresAt <= ctx.now()) {
    await ctx.db.remove(sessionModel, { id: session.id });
    ctx.emit({ type: "session.ended", userId: session.userId, sessionId: session.id, reason: "expired" });
    return { session: null, cookies: clearedCookies(ctx) };
  }
  return isRefreshDue(ctx, session, caller) ? refresh(ctx, session, token) : { session, cookies: [] };
}

async function findSession(ctx: Context, token: string): Promise<Session | null> {
  const stored = fingerprint(token);
  const session = await ctx.db.find(sessionModel, { token: stored }, { with: userModel });
  if (session || token.length !== 32) return session;
  // A row written before tokens were hashed holds the token itself; a hash has 43 characters and cannot be presented as one.
  const plain = await ctx.db.find(sessionModel, { token }, { with: userModel });
  if (!plain) return null;
  const upgraded = await ctx.db.update(sessionModel, plain.id, { token: stored });
  return upgraded && !isConflict(upgraded) ? { ...plain, token: stored } : null;
}

function isRefreshDue(ctx: Context, session: Session, { isRemembered }: Caller): boolean {
  if (!isRemembered) return false;
  const { expiresInSeconds, updateAgeSeconds } = ctx.settings.session;
  const lastRefresh = session.expiresAt.getTime() - expiresInSeconds * 1000;
  return lastRefresh + updateAgeSeconds * 1000 <= ctx.now().getTime();
}

async function refresh(ctx: Context, session: Session, token: string): Promise<ReadSession> {
  const now = ctx.now();
  const expiresAt = new Date(now.getTime() + ctx.settings.session.expiresInSeconds * 1000);
  const refreshed = await ctx.db.update(sessionModel, session.id, { expiresAt, updatedAt: now });
  if (!refreshed || isConflict(refreshed)) return { session: null, cookies: clearedCookies(ctx) };
  return { session: { ...session, expiresAt, updatedAt: now }, cookies: sessionCookies(ctx, token, true) };
}
