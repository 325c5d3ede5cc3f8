import type { Caller, Session, TxContext } from "../contract/context.js";
import { commonError } from "../contract/errors.js";
import type { AddedColumns } from "../contract/hooks.js";
import { type SessionRow, sessionModel, userModel } from "../model/models.js";
import { randomText } from "../secret/random.js";
import { cacheCookies } from "./cache/cookie.js";
import { givenCookies } from "./given-cookies.js";
import { endOf } from "./lifetime.js";
import { newestSessionCookie } from "./newest-session.js";
import { maySucceed, succeed, withoutPrevious } from "./previous-token.js";
import { noteReplaced } from "./replaced-token.js";
import { failToken, newStoredToken } from "./stored-token.js";
import { updateSession } from "./update.js";

/**
 * Gives a browser's session a new token after a change of the account, so that a leaked token becomes invalid (ASVS
 * 7.2.4). Expiry stays: a rotation is not a sign-in. In token mode the previous token goes on without the proof.
 * `change`: other columns of the session, e.g. a proof. The caller of this function holds the user's lock.
 *
 * @throws AuthError UNAUTHORIZED if the session has ended meanwhile; in token mode also if a client has used a newer token.
 */
export async function rotateSession(
  ctx: TxContext,
  session: Session,
  caller: Caller,
  change: AddedColumns = {},
): Promise<readonly string[]> {
  return (await rotateWithToken(ctx, session, caller, change)).cookies;
}

/** Rotates a session as `rotateSession` does, and answers with the new token as `exchangeToken` does. */
export async function rotateWithToken(
  ctx: TxContext,
  session: Session,
  caller: Caller,
  change: AddedColumns = {},
): Promise<ExchangedToken> {
  // The transaction may have changed the user: the copy of the session shows the present user.
  const present = await ctx.db.find(sessionModel, { id: session.id }, { with: userModel });
  if (!present) throw commonError("UNAUTHORIZED", { message: "unauthorized" });
  return exchangeToken(ctx, { ...session, user: present.user }, { present, caller, change });
}

/** The result of `exchangeToken`. */
export interface ExchangedToken {
  readonly token: string | null;
  readonly cookies: readonly string[];
}

/** Input of `exchangeToken`. */
export interface TokenExchange {
  /** The row of the session, read under the user's lock. */
  readonly present: SessionRow;
  readonly caller: Caller;
  readonly change: AddedColumns;
}

/**
 * Rotates a session as `rotateSession` does, and answers with the new token. Of several concurrent calls of a browser,
 * only the first call exchanges the token: a second exchange would invalidate the first cookie. Null: another call has
 * exchanged the token. A caller in token mode always gets a new token.
 *
 * @throws AuthError UNAUTHORIZED if a client has used a newer token of the session, in token mode
 */
export async function exchangeToken(
  ctx: TxContext,
  session: Session,
  { present, caller, change }: TokenExchange,
): Promise<ExchangedToken> {
  if (caller.isBearer) {
    // The client with the newer token would get the proof.
    if (!maySucceed(session, present)) throw commonError("UNAUTHORIZED");
  } else if (present.token !== session.token) {
    if (Object.keys(change).length > 0) await updateSession(ctx, present, change);
    return { token: null, cookies: [] };
  }
  const token = randomText(32);
  const stored = newStoredToken(ctx.settings, token);
  if (!caller.isBearer) await noteReplaced(ctx, present);
  const tokens = caller.isBearer
    ? await succeed(ctx, { session, present, successor: stored })
    : { ...withoutPrevious(ctx), token: stored };
  await ctx.sessionCache?.invalidate([session.token, present.token]);
  const rotated = await ctx.db.update(sessionModel, session.id, { ...tokens, ...change }, { onConflict: failToken });
  if (!rotated) throw commonError("UNAUTHORIZED");
  const cache = cacheCookies(ctx, { ...rotated, user: session.user }, caller);
  const given = givenCookies(ctx, { token, stored, until: endOf(ctx, rotated), cache }, caller);
  const cookies = [...given, ...newestSessionCookie(ctx, { token, replaced: present }, caller)];
  for (const hook of ctx.hooks("session.rotate")) cookies.push(...(await hook(rotated, caller, ctx)));
  return { token, cookies };
}
