import type { Locked } from "../adapter/adapter.js";
import { pagesOf } from "../adapter/pages.js";
import { isIn, type Where } from "../adapter/where.js";
import type { Caller, Context, Session, TxContext } from "../contract/context.js";
import { commonError } from "../contract/errors.js";
import type { SessionEnd } from "../contract/events.js";
import type { AddedColumns } from "../contract/hooks.js";
import { type SessionRow, sessionModel, type userModel } from "../model/models.js";
import { fingerprint } from "../secret/hash.js";
import { endTrust } from "./end-trust.js";
import { activeSessions, shownToken } from "./list.js";
import { hasParentColumn } from "./parent.js";
import { findRow } from "./present-session.js";
import { isPrevious, tokensIn } from "./previous-token.js";
import { findByReplaced } from "./replaced-token.js";
import { tokensOf } from "./stored-token.js";

/**
 * Ends the session of a caller, also by a cookie from before a new token; answers with the ended session, or null if the
 * caller has no session.
 */
export async function closeSession(ctx: Context, caller: Caller): Promise<SessionRow | null> {
  const ended = await closeBy(ctx, caller, (token) => findRow(ctx, caller, token));
  // Only a cookie that opens no session costs this statement.
  return ended || caller.isBearer ? ended : closeBy(ctx, caller, (token) => findByReplaced(ctx, token));
}

async function closeBy(
  ctx: Context,
  caller: Caller,
  find: (token: string) => Promise<SessionRow | null>,
): Promise<SessionRow | null> {
  let ended: SessionRow | null = null;
  for (const token of tokensOf(caller)) {
    const session = await find(token);
    if (session) await endSession(ctx, session, "signed out");
    ended ??= session;
  }
  return ended;
}

/**
 * Ends a session, and the sessions that come from the session. Of several concurrent callers, a single caller emits the
 * event.
 */
export async function endSession(ctx: Context | TxContext, session: SessionRow, reason: SessionEnd): Promise<void> {
  if (!hasParentColumn(ctx)) return endRow(ctx, session, reason);
  // A single transaction: after a crash, no session has outlived the session that it comes from.
  if ("transaction" in ctx) return ctx.transaction((ctx) => endFamily(ctx, session, reason));
  return endFamily(ctx, session, reason);
}

/** The session is removed first: no session can come from the removed session. */
async function endFamily(ctx: TxContext, session: SessionRow, reason: SessionEnd): Promise<void> {
  await endRow(ctx, session, reason);
  const children: AddedColumns = { parentId: session.id };
  for await (const page of pagesOf(ctx.db, sessionModel, children))
    for (const child of page) await endFamily(ctx, child, reason);
}

async function endRow(ctx: Context | TxContext, session: SessionRow, reason: SessionEnd): Promise<void> {
  const { id, userId, token } = session;
  const present = isPrevious(session) && ctx.sessionCache ? await ctx.db.find(sessionModel, { id }) : null;
  await ctx.sessionCache?.invalidate(present ? [token, present.token] : [token]);
  const removed = await ctx.db.remove(sessionModel, { id });
  if (removed > 0) ctx.emit({ type: "session.ended", userId, sessionId: id, reason, ...clientOf(session) });
}

/** The app of a session, for the event; without an app, no property. */
function clientOf(session: SessionRow): { readonly clientId?: string } {
  const { clientId } = tokensIn(session);
  return clientId === null ? {} : { clientId };
}

/** The sessions of a user to end, and the reason. */
export interface EndSessions {
  readonly reason: SessionEnd;
  /** The id of a session to keep. */
  readonly except?: string | undefined;
}

/**
 * Ends all sessions of a locked user; answers how many. Sessions in which this user impersonates another user end, too,
 * and what `endTrust` ends. A kept session that comes from an ended session keeps the parent's id: the
 * kept session is still no sign-in of the owner.
 */
export async function endSessions(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  { reason, except }: EndSessions,
): Promise<number> {
  const ended = await endAll(ctx, { userId: user.id }, { reason, except });
  await endActing(ctx, user, reason);
  await endTrust(ctx, user);
  return ended;
}

/** Ends the sessions in which a locked user impersonates other users; answers how many. */
export async function endActing(ctx: TxContext, user: Locked<typeof userModel>, reason: SessionEnd): Promise<number> {
  let ended = 0;
  for (const column of ctx.actorColumns) ended += await endAll(ctx, { [column]: user.id }, { reason });
  return ended;
}

const pageLength = 500;

async function endAll(
  ctx: TxContext,
  whose: Where<typeof sessionModel>,
  { reason, except }: EndSessions,
): Promise<number> {
  let ended = 0;
  for (;;) {
    const page = await ctx.db.list(sessionModel, whose, { orderBy: "id", limit: pageLength });
    const ending = page.filter(({ id }) => id !== except);
    if (ending.length === 0) return ended;
    await ctx.sessionCache?.invalidate(ending.map(({ token }) => token));
    ended += await ctx.db.remove(sessionModel, { id: isIn(ending.map(({ id }) => id)) });
    for (const session of ending) {
      const { id: sessionId, userId } = session;
      ctx.emit({ type: "session.ended", userId, sessionId, reason, ...clientOf(session) });
    }
    if (page.length < pageLength) return ended;
  }
}

/** Fails with 401 if the session has ended since the read: a client that was just signed out ends no other session. */
export async function requireLiveSession(ctx: TxContext, { id }: Session): Promise<void> {
  if (!(await ctx.db.exists(sessionModel, { id }))) throw commonError("UNAUTHORIZED");
}

/**
 * Fails with 401 also if another call of this browser has exchanged the token since: two answers would set two
 * different tokens, and the browser would keep the later answer's.
 */
export async function requireUnchangedToken(ctx: TxContext, { id, token }: Session): Promise<void> {
  const present = await ctx.db.find(sessionModel, { id });
  if (present?.token !== token) throw commonError("UNAUTHORIZED");
}

/** Identifies a session: by the id, the token, or the token shown in a list; all given values must match. */
export interface NamedSession {
  readonly id?: string | undefined;
  readonly token?: string | undefined;
}

/** Ends the identified session of a locked user; answers with the id, or null if the user has no such session. */
export async function endNamed(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  named: NamedSession,
): Promise<string | null> {
  const session = await findNamed(ctx, user.id, named);
  if (!session) return null;
  await endSession(ctx, session, "revoked");
  return session.id;
}

async function findNamed(ctx: TxContext, userId: string, { id, token }: NamedSession): Promise<SessionRow | null> {
  const own = id === undefined ? { userId } : { userId, id };
  if (token === undefined) return ctx.db.find(sessionModel, own);
  const found = await ctx.db.find(sessionModel, { ...own, token: isIn([token, fingerprint(token)]) });
  if (found || id !== undefined) return found;
  // A row from before tokens were hashed is listed by a hash that the row does not contain.
  const listed = await activeSessions(ctx, userId);
  return listed.find((session) => shownToken(session) === token) ?? null;
}
