import type { Caller, Context, TxContext } from "../contract/context.js";
import { type SessionRow, sessionModel } from "../model/models.js";
import { hasEnded } from "./lifetime.js";
import { findByPrevious } from "./previous-token.js";
import { storedAs, tokensOf } from "./stored-token.js";

/** The session row of a caller's token; in token mode also of a replaced token. Null: no session has the token. */
export async function findRow(
  ctx: Context | TxContext,
  { isBearer }: Pick<Caller, "isBearer">,
  token: string,
): Promise<SessionRow | null> {
  const row = await ctx.db.find(sessionModel, { token: storedAs(token) });
  if (row || !isBearer) return row;
  const found = await findByPrevious(ctx, token);
  return found && "reused" in found ? found.reused : found;
}

/** The present session of a caller, of any user. */
export async function presentSession(ctx: Context | TxContext, caller: Caller): Promise<SessionRow | null> {
  for (const token of tokensOf(caller)) {
    const session = await findRow(ctx, caller, token);
    if (session) return session;
  }
  return null;
}

/**
 * The session that a caller may use now, of any user: e.g. of the guest who signs up. Null: the session has expired or
 * ended, or a token that a new token has replaced was used too late. Reads the database, and makes no write.
 *
 * @example const session = await liveSession(ctx, caller);
 */
export async function liveSession(ctx: Context | TxContext, caller: Caller): Promise<SessionRow | null> {
  for (const token of tokensOf(caller)) {
    const row = await ctx.db.find(sessionModel, { token: storedAs(token) });
    const found = row || !caller.isBearer ? row : await findByPrevious(ctx, token);
    if (found && !("reused" in found) && !hasEnded(ctx, found)) return found;
  }
  return null;
}
