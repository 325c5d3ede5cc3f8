import { after } from "../adapter/where.js";
import type { Context, TxContext } from "../contract/context.js";
import { type SessionRow, sessionModel } from "../model/models.js";
import { fingerprint } from "../secret/hash.js";

const mostListed = 1000;

/** The sessions of a user that have not ended, newest first. */
export function livingSessions(ctx: Context | TxContext, userId: string): Promise<readonly SessionRow[]> {
  const now = ctx.now();
  const youngest = new Date(now.getTime() - ctx.settings.session.absoluteExpiresInSeconds * 1000);
  return ctx.db.list(
    sessionModel,
    { userId, expiresAt: after(now), createdAt: after(youngest) },
    { orderBy: "createdAt", direction: "descending", limit: mostListed },
  );
}

/** What names a session to its user: the hash of its token. A row from before tokens were hashed holds the token itself, which is nobody else's to see. */
export const shownToken = ({ token }: SessionRow): string => (token.length === 43 ? token : fingerprint(token));
