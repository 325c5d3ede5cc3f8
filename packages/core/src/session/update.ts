import type { ContextVerbs } from "../adapter/on-conflict.js";
import type { Context, Session } from "../contract/context.js";
import { commonError, commonErrors } from "../contract/errors.js";
import type { AddedColumns } from "../contract/hooks.js";
import { type SessionRow, sessionModel } from "../model/models.js";

interface UpdateContext extends Pick<Context, "sessionCache"> {
  readonly db: Pick<ContextVerbs<"outside" | "inside", string>, "update">;
}

/**
 * Changes columns that plugins added to a session; answers with the changed session.
 *
 * @throws AuthError UNAUTHORIZED if the session has ended meanwhile: an ended session is not restored.
 * @example await updateSession(ctx, session, { activeOrganizationId: organization.id });
 */
export async function updateSession(
  ctx: UpdateContext,
  { id, token }: Pick<Session, "id" | "token">,
  change: AddedColumns,
): Promise<SessionRow> {
  await ctx.sessionCache?.invalidate([token]);
  const updated = await ctx.db.update(sessionModel, id, change, { onConflict: commonErrors.UNAUTHORIZED });
  if (!updated) throw commonError("UNAUTHORIZED");
  // The caller's token may be a replaced token.
  if (updated.token !== token) await ctx.sessionCache?.invalidate([updated.token]);
  return updated;
}
