import type { Caller, Context, Session, TxContext } from "../contract/context.js";
import type { AddedColumns } from "../contract/hooks.js";
import { type SessionRow, sessionModel } from "../model/models.js";
import { fingerprint } from "../secret/hash.js";
import { randomText } from "../secret/random.js";
import { cacheCookies } from "./cache/cookie.js";
import { signedOutMark } from "./cache/signed-out.js";
import { givenCookies } from "./given-cookies.js";
import { endOf, outlivesBrowser } from "./lifetime.js";
import { newestSessionCookie } from "./newest-session.js";
import { withoutPrevious } from "./previous-token.js";
import { failToken, hashOfStored, newStoredToken, tokensOf } from "./stored-token.js";

/*
 * A browser with sessions of several accounts. The active session has the token of the browser. The other sessions are
 * parked: no client has a token of a parked session, so no late answer and no copy of a cookie opens it.
 */

/** A session that a browser has now, and its cookies. */
export interface ActivatedSession {
  readonly session: Session;
  readonly token: string;
  readonly cookies: readonly string[];
}

/** The stored token of a parked session, by the hash of the token before: with a first character that no hash has. */
const parked = (hash: string): string => `.${hash.slice(1)}`;

/** Whether a caller has the token that a parked session had: the request was sent before the session was parked. */
export const hadToken = (caller: Caller, { token }: Pick<SessionRow, "token">): boolean =>
  tokensOf(caller).some((one) => parked(fingerprint(one)) === token);

/**
 * Takes the token of a session away, and changes columns of plugins. False: the session has ended meanwhile.
 */
export async function parkSession(ctx: TxContext, session: SessionRow, columns: AddedColumns = {}): Promise<boolean> {
  await forgetCopies(ctx, session);
  const token = parked(hashOfStored(session.token));
  const change = { ...columns, ...withoutPrevious(ctx), token };
  return (await ctx.db.update(sessionModel, session.id, change, { onConflict: failToken })) !== null;
}

/** The caller's token may be a replaced token: the session is in the cache under the present token. */
async function forgetCopies({ sessionCache, db }: TxContext, { id, token }: SessionRow): Promise<void> {
  if (!sessionCache) return;
  // Locked: no call exchanges the token before the change.
  const present = await db.lock(sessionModel, id);
  await sessionCache.invalidate(present && present.token !== token ? [token, present.token] : [token]);
}

/**
 * Gives a parked session to a browser, by a new token. What the session knows stays as it is, e.g. when the user has
 * given a factor. `left`: the session that the browser had; null: none. Null: the session has ended meanwhile.
 */
export async function activateSession(
  ctx: TxContext,
  { user, ...session }: Session,
  { left, caller }: { readonly left: SessionRow | null; readonly caller: Caller },
): Promise<ActivatedSession | null> {
  const token = randomText(32);
  const stored = newStoredToken(ctx.settings, token);
  await forgetCopies(ctx, session);
  const change = { ...withoutPrevious(ctx), token: stored };
  const row = await ctx.db.update(sessionModel, session.id, change, { onConflict: failToken });
  if (!row) return null;
  const active = { ...row, user };
  const isRemembered = outlivesBrowser(ctx, row);
  const cache = cacheCookies(ctx, active, { ...caller, isRemembered });
  const given = givenCookies(ctx, { token, stored, until: endOf(ctx, active), cache }, caller, isRemembered);
  const newest = newestSessionCookie(ctx, { token, replaced: left }, caller);
  return { session: active, token, cookies: [...given, ...newest, ...signedOutMark(ctx, left, caller)] };
}

/** Another session of a browser whose session has ended; null: the browser has none. */
export async function nextSession(ctx: Context, caller: Caller): Promise<ActivatedSession | null> {
  for (const hook of ctx.hooks("session.next")) {
    const next = await hook(caller, ctx);
    if (next) return next;
  }
  return null;
}
