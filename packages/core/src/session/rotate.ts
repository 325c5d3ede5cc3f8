import type { Caller, Session, TxContext } from "../contract/context.js";
import { commonError } from "../contract/errors.js";
import type { AddedColumns } from "../contract/plugin.js";
import { sessionModel } from "../model/models.js";
import { randomText } from "../secret/random.js";
import { cacheCookies } from "./cache/cookie.js";
import { givenCookies } from "./given-cookies.js";
import { endOf } from "./lifetime.js";
import { newStoredToken } from "./stored-token.js";

/**
 * Gives a browser's session a new token after a change of the account, so that a leaked token becomes invalid (ASVS
 * 7.2.4). Expiry stays: it is not a sign-in. A caller without cookies keeps its token. `change`: other columns of the
 * session, e.g. a proof.
 *
 * @throws AuthError UNAUTHORIZED if the session has ended meanwhile.
 */
export async function rotateSession(
  ctx: TxContext,
  session: Session,
  caller: Caller,
  change: AddedColumns = {},
): Promise<readonly string[]> {
  return (await rotateToken(ctx, session, caller, change)).cookies;
}

/** The same, with the session's new token. */
export async function rotateToken(
  ctx: TxContext,
  session: Session,
  caller: Caller,
  change: AddedColumns,
): Promise<{ readonly token: string; readonly cookies: readonly string[] }> {
  const token = randomText(32);
  const stored = caller.isBearer ? session.token : newStoredToken(ctx.settings, token);
  const { user, ...row } = session;
  await ctx.sessionCache?.invalidate([row.token]);
  const rotated = await ctx.db.update(
    sessionModel,
    row.id,
    { ...change, token: stored },
    {
      onConflict() {
        throw new Error("Two sessions got the same random token.");
      },
    },
  );
  if (!rotated) throw commonError("UNAUTHORIZED", { message: "unauthorized" });
  if (caller.isBearer) return { token: caller.sessionToken ?? "", cookies: [] };
  const shown = { ...rotated, user };
  const cache = cacheCookies(ctx, shown, caller);
  return { token, cookies: givenCookies(ctx, { token, stored, until: endOf(ctx, shown), cache }, caller) };
}
