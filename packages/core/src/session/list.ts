import { after } from "../adapter/where.js";
import type { Caller, Context, TxContext } from "../contract/context.js";
import { type SessionRow, sessionModel } from "../model/models.js";
import { hashOfStored } from "./stored-token.js";

const maxListed = 1000;

/** The active sessions of a user, newest first. */
export function activeSessions(ctx: Context | TxContext, userId: string): Promise<readonly SessionRow[]> {
  const now = ctx.now();
  const youngest = new Date(now.getTime() - ctx.settings.session.absoluteExpiresInSeconds * 1000);
  return ctx.db.list(
    sessionModel,
    { userId, expiresAt: after(now), createdAt: after(youngest) },
    { orderBy: "createdAt", direction: "descending", limit: maxListed },
  );
}

/**
 * The hash of a session's token, which identifies the session in responses. A row from before tokens were hashed
 * contains the token itself.
 */
export const shownToken = ({ token }: Pick<SessionRow, "token">): string => hashOfStored(token);

/**
 * The token of a session in responses: for the caller's own session the token itself, for another session its hash.
 * With `session.bearer`, a token alone grants access, so a cookie's token is hidden from the scripts of a page, and the
 * hash is shown instead.
 */
export function tokenFor(ctx: Pick<Context, "settings">, caller: Caller, shown: ShownSession): string {
  const isHidden = ctx.settings.session.bearer && !caller.isBearer;
  return shown.ownToken === null || isHidden ? shownToken(shown.row) : shown.ownToken;
}

/** Input of `tokenFor`. */
export interface ShownSession {
  readonly row: Pick<SessionRow, "token">;
  /** The token of the caller's own session; null for another session. */
  readonly ownToken: string | null;
}
