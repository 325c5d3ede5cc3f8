import { isConflict } from "../adapter/conflict.js";
import type { Caller, Context, Session } from "../contract/context.js";
import { sessionModel, userModel } from "../model/models.js";
import { fingerprint } from "../secret/hash.js";
import { copyCookies, readCopyCookie } from "./cache/cookie.js";
import { endSession } from "./close.js";
import { clearedCookies, sessionCookies } from "./cookie.js";
import { leftCookies } from "./legacy.js";
import { endOf, hasEnded, prolongedEnd } from "./lifetime.js";
import { storedAs } from "./stored-token.js";

/** A session, or none, and what the browser must be told about it. */
export interface ReadSession {
  readonly session: Session | null;
  readonly cookies: readonly string[];
}

/** What is asked of a session that is only to be shown. */
export interface Glance {
  /** A copy that is a little old will do. */
  readonly mayBeCopy: boolean;
  /** The visit prolongs the session when that is due. */
  readonly mayProlong: boolean;
}

/** The session behind the caller's token, by one statement; by none where a glance finds a copy. Prolonged when due, removed when ended. */
export async function readSession(ctx: Context, caller: Caller, glance: Glance | null = null): Promise<ReadSession> {
  const { sessionToken: token } = caller;
  const mayProlong = glance?.mayProlong ?? true;
  if (token === null) return { session: null, cookies: caller.hasSessionCookie ? clearedCookies(ctx, caller) : [] };

  const isEnough = (copy: Session): boolean => !hasEnded(ctx, copy) && !(mayProlong && prolongedEnd(ctx, copy, caller));
  const carried = glance?.mayBeCopy ? readCopyCookie(ctx, caller, token) : null;
  if (carried && isEnough(carried)) return { session: carried, cookies: [] };

  const copies = glance?.mayBeCopy ? ctx.sessionCopies : null;
  const kept = copies && (await copies.read(fingerprint(token)));
  const readAt = copies && ctx.now();
  const found = kept && isEnough(kept) ? kept : await findSession(ctx, token);
  const end = found && mayProlong ? prolongedEnd(ctx, found, caller) : null;
  const session = found && end ? await prolong(ctx, found, end) : found;
  if (!session) return { session: null, cookies: clearedCookies(ctx, caller) };
  if (readAt && session !== kept) ctx.later("Keeping a copy of a session", async () => copies?.keep(session, readAt));

  const copy = glance ? copyCookies(ctx, session, caller) : [];
  if (end === null && caller.continuedPrefix === null) return { session, cookies: copy };
  const own = sessionCookies(ctx, { token, until: endOf(ctx, session) }, caller.isRemembered);
  return { session, cookies: [...own, ...copy, ...leftCookies(ctx.settings, caller)] };
}

/** The living session of a token with its user; whatever else is found under the token goes. */
async function findSession(ctx: Context, token: string): Promise<Session | null> {
  const session = await ctx.db.find(sessionModel, { token: storedAs(token) }, { with: userModel });
  if (!session) return removeOrphan(ctx, token);
  if (hasEnded(ctx, session)) {
    await endSession(ctx, session, "expired");
    return null;
  }
  if (session.token !== token) return session;
  const upgraded = await ctx.db.update(sessionModel, session.id, { token: fingerprint(token) });
  return upgraded && !isConflict(upgraded) ? { ...session, token: upgraded.token } : null;
}

/** Tables made by others may keep the sessions of a user who is gone. */
async function removeOrphan(ctx: Context, token: string): Promise<null> {
  const orphan = await ctx.db.find(sessionModel, { token: storedAs(token) });
  if (orphan) await endSession(ctx, orphan, "user deleted");
  return null;
}

/** Null when the session ended meanwhile: what is gone is not brought back. */
async function prolong(ctx: Context, { user, ...session }: Session, expiresAt: Date): Promise<Session | null> {
  await ctx.sessionCopies?.suspend([session.token]);
  const prolonged = await ctx.db.update(sessionModel, session.id, { expiresAt, updatedAt: ctx.now() });
  if (!prolonged || isConflict(prolonged)) return null;
  ctx.emit({ type: "session.refreshed", session: prolonged });
  return { ...prolonged, user };
}
