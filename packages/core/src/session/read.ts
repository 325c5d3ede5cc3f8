import type { Caller, Context, Session } from "../contract/context.js";
import { sessionModel, userModel } from "../model/models.js";
import { publicRow } from "../model/public.js";
import { fingerprint } from "../secret/hash.js";
import { randomText } from "../secret/random.js";
import { cacheCookies, clearedCopy, readCacheCookie } from "./cache/cookie.js";
import { endSession } from "./close.js";
import { clearedCookies, hasNewestSession, leftOwnCookies } from "./cookie.js";
import { givenCookies, isShared } from "./given-cookies.js";
import { endOf, hasEnded, prolongedEnd } from "./lifetime.js";
import { findByPrevious, isPrevious, noteFirstUse, seenByPrevious, succeed } from "./previous-token.js";
import { failToken, newStoredToken, storedAs } from "./stored-token.js";

/** A session or null, and the cookies to set. */
export interface ReadSession {
  readonly session: Session | null;
  /** The caller by the token that opened the session, or by the new token that the answer brings. */
  readonly caller: Caller;
  readonly cookies: readonly string[];
  /** The browser's session had ended, and this is another session of the browser. Default false. */
  readonly isSwitched?: boolean;
}

/** Options of a session check. */
export interface SessionCheck {
  /** Whether a cached copy suffices. */
  readonly mayBeCached: boolean;
  /** Whether the visit extends the session if that is due. */
  readonly mayProlong: boolean;
  /** False: the row stays unchanged, even after the expiry. */
  readonly mayWrite: boolean;
}

/** Whether a new token reaches the caller in token mode; else a prolonged session keeps the token. */
export interface Delivery {
  readonly takesToken: boolean;
}

/**
 * Reads the session of the caller's token, by one statement, or without a statement if there is a cached copy. Extends
 * the session if due, and removes an expired session, as far as `check` permits.
 *
 * The cookie of a token without a row is left alone: another answer to this browser may have replaced the cookie
 * meanwhile. A copy of the session is cleared, since the loss of a copy ends no session.
 */
export async function readSession(
  ctx: Context,
  caller: Caller,
  check: SessionCheck | null,
  delivery: Delivery,
): Promise<ReadSession> {
  const { sessionToken, newestToken } = caller;
  if (sessionToken === null) {
    if (caller.hasSessionCookie) adviseOfSecret(ctx, caller);
    return { session: null, caller, cookies: caller.hasSessionCookie ? clearedCookies(ctx, caller) : [] };
  }
  const read = await readByToken(ctx, caller, { token: sessionToken, check, delivery, isOverwritten: false });
  if (read.session || newestToken === null) return read;
  const newest = { ...caller, sessionToken: newestToken, newestToken: null, cachedSession: null };
  // The last of two session cookies is in place: setting it again, a late answer would undo the next sign-in.
  const isOverwritten = hasNewestSession(ctx, caller);
  const found = await readByToken(ctx, newest, { token: newestToken, check, delivery, isOverwritten });
  return found.session ? found : read;
}

/** Logs that a cookie in the form of this library has no valid signature, as happens after a change of the secret. */
function adviseOfSecret({ advise }: Context, { cookieHeader }: Caller): void {
  if (/session_token=[^;=]*\.[\w+/%]{43}/.test(cookieHeader ?? ""))
    advise(
      "secret",
      "A session cookie is signed by another secret: its user is signed out. If `secret` was changed, write `secret: [new, former]`. If another app sets the cookie, change `cookies.prefix`.",
    );
}

interface ByToken {
  readonly token: string;
  readonly check: SessionCheck | null;
  readonly delivery: Delivery;
  /** The session cookie has another token: set the cookie again. */
  readonly isOverwritten: boolean;
}

async function readByToken(
  ctx: Context,
  caller: Caller,
  { token, check, delivery, isOverwritten }: ByToken,
): Promise<ReadSession> {
  const mayProlong = check?.mayProlong ?? true;

  const isEnough = (copy: Session): boolean => !hasEnded(ctx, copy) && !(mayProlong && prolongedEnd(ctx, copy, caller));
  const carried = check?.mayBeCached ? readCacheCookie(ctx, caller, token) : null;
  if (carried && isEnough(carried)) return { session: carried, caller, cookies: [] };

  const cache = check?.mayBeCached ? ctx.sessionCache : null;
  const kept = cache && (await cache.read(fingerprint(token)));
  const readAt = cache && ctx.now();
  const found =
    kept && isEnough(kept) ? kept : await findSession(ctx, caller, { token, mayWrite: check?.mayWrite ?? true });
  if (found === "ended") return { session: null, caller, cookies: clearedCookies(ctx, caller) };
  const due = found && mayProlong ? prolongedEnd(ctx, found, caller) : null;
  if (found && due && caller.isBearer && delivery.takesToken && !isPrevious(found))
    return prolongWithToken(ctx, caller, { found, due });
  const session = found && due ? await prolong(ctx, found, due) : found;
  if (!session) return { session: null, caller, cookies: clearedCopy(ctx, caller) };
  // Another call has exchanged the token since: that answer brings the cookie, and that proof is not this token's.
  if (session.token !== found?.token) return { session: found, caller, cookies: [] };
  if (isPrevious(session)) return { session, caller, cookies: [] };
  if (readAt && session !== kept) ctx.later("Caching a session", async () => cache?.keep(session, readAt));

  const copy = check ? cacheCookies(ctx, session, caller) : [];
  const given = { token, stored: session.token, until: endOf(ctx, session), cache: copy };
  const isInPlace = due === null && !isOverwritten;
  if (isInPlace && caller.previousCookiePrefix === null) return { session, caller, cookies: copy };
  if (isInPlace && isShared(ctx, given)) return { session, caller, cookies: leftOwnCookies(ctx, caller) };
  return { session, caller, cookies: givenCookies(ctx, given, caller) };
}

/**
 * The active session of a token with the user; "ended" if the session's row was there and is over. If `mayWrite`, such
 * a row is removed. The form of new rows is looked up first: that lookup is cheaper than a lookup for every form of the
 * token.
 */
async function findSession(
  ctx: Context,
  { isBearer }: Caller,
  { token, mayWrite }: { readonly token: string; readonly mayWrite: boolean },
): Promise<Session | "ended" | null> {
  const stored = newStoredToken(ctx.settings, token);
  const session =
    (await ctx.db.find(sessionModel, { token: stored }, { with: userModel })) ??
    (await findOther(ctx, token, mayWrite)) ??
    (isBearer ? await findReplaced(ctx, token, mayWrite) : null);
  if (session === null || session === "ended") return session;
  if (hasEnded(ctx, session)) {
    if (mayWrite) await endSession(ctx, session, "expired");
    return "ended";
  }
  if (!mayWrite) return session;
  if (isBearer && !isPrevious(session)) await noteFirstUse(ctx, session);
  if (session.token !== token || isShared(ctx, { token, stored: session.token })) return session;
  const upgraded = await hashToken(ctx, session.id, token);
  return upgraded === null ? null : { ...session, token: upgraded };
}

/**
 * Replaces the plain token in a row from before tokens were hashed; answers with the hash. Null: another call has
 * exchanged the token, or the session has ended.
 */
const hashToken = (ctx: Context, id: string, token: string): Promise<string | null> =>
  ctx.transactionOn(sessionModel, id, async (ctx, present) => {
    const hash = fingerprint(token);
    if (present.token === token) await ctx.db.update(sessionModel, id, { token: hash }, { onConflict: failHash });
    return present.token === token || present.token === hash ? hash : null;
  });

function failHash(): never {
  throw new Error("Two sessions have the same token.");
}

/**
 * A session with another form of the token in the row. Tables of other libraries may contain sessions of deleted users.
 */
async function findOther(ctx: Context, token: string, mayWrite: boolean): Promise<Session | "ended" | null> {
  const row = await ctx.db.find(sessionModel, { token: storedAs(token) });
  if (!row) return null;
  const session = await ctx.db.find(sessionModel, { token: storedAs(token) }, { with: userModel });
  if (session) return session;
  if (mayWrite) await endSession(ctx, row, "user deleted");
  return "ended";
}

/**
 * The session of a replaced token. A use after the token's end shows that two clients have the token: the session ends
 * if `mayWrite`, and is never shown. In a transaction, so that hooks at "event.emit" see the end.
 */
async function findReplaced(ctx: Context, token: string, mayWrite: boolean): Promise<Session | "ended" | null> {
  const found = await findByPrevious(ctx, token);
  if (found === null || !("reused" in found)) return found;
  if (mayWrite) await ctx.transaction((ctx) => endSession(ctx, found.reused, "token reused"));
  return "ended";
}

/** In token mode a prolongation comes with a new token. Of several concurrent calls, a single call brings the token. */
async function prolongWithToken(
  ctx: Context,
  caller: Caller,
  { found, due }: { readonly found: Session; readonly due: Date },
): Promise<ReadSession> {
  const token = randomText(32);
  const successor = newStoredToken(ctx.settings, token);
  await ctx.sessionCache?.invalidate([found.token]);
  const prolonged = await ctx.transactionOn(sessionModel, found.id, async (ctx, present) => {
    if (present.token !== found.token) return "replaced";
    const change = { ...(await succeed(ctx, { session: found, present, successor })), expiresAt: due };
    return ctx.db.update(sessionModel, found.id, { ...change, updatedAt: ctx.now() }, { onConflict: failToken });
  });
  if (prolonged === "replaced") return { session: found, caller, cookies: [] };
  if (prolonged === null) return { session: null, caller, cookies: [] };
  ctx.emit({ type: "session.refreshed", session: publicRow(ctx.schema, sessionModel, prolonged) });
  const session = { ...seenByPrevious(ctx, prolonged), user: found.user };
  const given = { token, stored: successor, until: endOf(ctx, session), cache: [] };
  return { session, caller: { ...caller, sessionToken: token }, cookies: givenCookies(ctx, given, caller) };
}

/** Null if the session ended meanwhile: an ended session is not restored. */
async function prolong(ctx: Context, { user, ...session }: Session, expiresAt: Date): Promise<Session | null> {
  await ctx.sessionCache?.invalidate([session.token]);
  const prolonged = await ctx.db.update(sessionModel, session.id, { expiresAt, updatedAt: ctx.now() });
  if (!prolonged) return null;
  ctx.emit({ type: "session.refreshed", session: publicRow(ctx.schema, sessionModel, prolonged) });
  return { ...prolonged, user };
}
