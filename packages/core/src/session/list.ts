import { after } from "../adapter/where.js";
import type { Caller, Context, TxContext } from "../contract/context.js";
import { type SessionRow, sessionModel } from "../model/models.js";
import { fingerprint } from "../secret/hash.js";

const maxListed = 1000;

/** The sessions of a user that have not ended, newest first. */
export function activeSessions(ctx: Context | TxContext, userId: string): Promise<readonly SessionRow[]> {
  const now = ctx.now();
  const youngest = new Date(now.getTime() - ctx.settings.session.absoluteExpiresInSeconds * 1000);
  return ctx.db.list(
    sessionModel,
    { userId, expiresAt: after(now), createdAt: after(youngest) },
    { orderBy: "createdAt", direction: "descending", limit: maxListed },
  );
}

/** The hash of a session's token, by which answers name a session. A row from before tokens were hashed holds the token itself. */
export const shownToken = ({ token }: Pick<SessionRow, "token">): string =>
  token.length === 43 ? token : fingerprint(token);

/**
 * What every answer shows the caller as the token of a session: of the caller's own session the token itself, of
 * another session its hash. Where a token alone is accepted (`session.bearer`), a cookie's token is not shown to the
 * scripts of a page, and its hash takes its place.
 */
export function tokenFor(ctx: Pick<Context, "settings">, caller: Caller, shown: ShownSession): string {
  const isHidden = ctx.settings.session.bearer && !caller.isBearer;
  return shown.ownToken === null || isHidden ? shownToken(shown.row) : shown.ownToken;
}

export interface ShownSession {
  readonly row: Pick<SessionRow, "token">;
  /** The token of the caller's own session; null for another session. */
  readonly ownToken: string | null;
}
