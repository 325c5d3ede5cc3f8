import type { Caller, Context, Session } from "../contract/context.js";
import { sessionModel, userModel } from "../model/models.js";
import { fingerprint } from "../secret/hash.js";
import { cacheCookies, readCacheCookie } from "./cache/cookie.js";
import { endSession } from "./close.js";
import { clearedCookies, leftOwnCookies } from "./cookie.js";
import { givenCookies, isShared } from "./given-cookies.js";
import { endOf, hasEnded, prolongedEnd } from "./lifetime.js";
import { newStoredToken, storedAs } from "./stored-token.js";

/** A session or null, and the cookies to set. */
export interface ReadSession {
  readonly session: Session | null;
  readonly cookies: readonly string[];
}

/** Options of a session check. */
export interface SessionCheck {
  /** Whether a cached copy suffices. */
  readonly mayBeCached: boolean;
  /** Whether the visit extends the session if that is due. */
  readonly mayProlong: boolean;
  /** False: the row stays as it is, also if it has expired. */
  readonly mayWrite: boolean;
}

/**
 * Reads the session of the caller's token, by one statement, or without a statement if there is a cached copy. Extends
 * the session if that is due, and removes it if it has expired, as far as `check` permits.
 */
export async function readSession(
  ctx: Context,
  caller: Caller,
  check: SessionCheck | null = null,
): Promise<ReadSession> {
  const { sessionToken: token } = caller;
  const mayProlong = check?.mayProlong ?? true;
  if (token === null) return { session: null, cookies: caller.hasSessionCookie ? clearedCookies(ctx, caller) : [] };

  const isEnough = (copy: Session): boolean => !hasEnded(ctx, copy) && !(mayProlong && prolongedEnd(ctx, copy, caller));
  const carried = check?.mayBeCached ? readCacheCookie(ctx, caller, token) : null;
  if (carried && isEnough(carried)) return { session: carried, cookies: [] };

  const cache = check?.mayBeCached ? ctx.sessionCache : null;
  const kept = cache && (await cache.read(fingerprint(token)));
  const readAt = cache && ctx.now();
  const found = kept && isEnough(kept) ? kept : await findSession(ctx, token, check?.mayWrite ?? true);
  const end = found && mayProlong ? prolongedEnd(ctx, found, caller) : null;
  const session = found && end ? await prolong(ctx, found, end) : found;
  if (!session) return { session: null, cookies: clearedCookies(ctx, caller) };
  if (readAt && session !== kept) ctx.later("Caching a session", async () => cache?.keep(session, readAt));

  const copy = check ? cacheCookies(ctx, session, caller) : [];
  const given = { token, stored: session.token, until: endOf(ctx, session), cache: copy };
  if (end === null && caller.previousCookiePrefix === null) return { session, cookies: copy };
  if (end === null && isShared(ctx, given)) return { session, cookies: leftOwnCookies(ctx, caller) };
  return { session, cookies: givenCookies(ctx, given, caller) };
}

/**
 * The active session of a token with its user. If `mayWrite`, any other row of the token is removed. It looks first for
 * the form of new rows: that lookup is cheaper than one for every form of the token.
 */
async function findSession(ctx: Context, token: string, mayWrite: boolean): Promise<Session | null> {
  const stored = newStoredToken(ctx.settings, token);
  const session =
    (await ctx.db.find(sessionModel, { token: stored }, { with: userModel })) ??
    (await findOther(ctx, token, mayWrite));
  if (!session) return null;
  if (hasEnded(ctx, session)) {
    if (mayWrite) await endSession(ctx, session, "expired");
    return null;
  }
  if (!mayWrite || session.token !== token || isShared(ctx, { token, stored: session.token })) return session;
  const upgraded = await ctx.db.update(
    sessionModel,
    session.id,
    { token: fingerprint(token) },
    { onConflict: () => null },
  );
  return upgraded ? { ...session, token: upgraded.token } : null;
}

/**
 * A session with another form of the token in its row. Tables of other libraries may contain sessions of deleted users.
 */
async function findOther(ctx: Context, token: string, mayWrite: boolean): Promise<Session | null> {
  const row = await ctx.db.find(sessionModel, { token: storedAs(token) });
  if (!row) return null;
  const session = await ctx.db.find(sessionModel, { token: storedAs(token) }, { with: userModel });
  if (!session && mayWrite) await endSession(ctx, row, "user deleted");
  return session;
}

/** Null if the session ended meanwhile: an ended session is not restored. */
async function prolong(ctx: Context, { user, ...session }: Session, expiresAt: Date): Promise<Session | null> {
  await ctx.sessionCache?.invalidate([session.token]);
  const prolonged = await ctx.db.update(sessionModel, session.id, { expiresAt, updatedAt: ctx.now() });
  if (!prolonged) return null;
  ctx.emit({ type: "session.refreshed", session: prolonged });
  return { ...prolonged, user };
}
