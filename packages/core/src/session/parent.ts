import type { TxContext } from "../contract/context.js";
import { type SessionRow, sessionModel } from "../model/models.js";
import { fullModel } from "../model/schema.js";

/** Whether sessions of this auth can come from another session: a plugin adds `parentColumns`. */
export const hasParentColumn = ({ schema }: Pick<TxContext, "schema">): boolean =>
  "parentId" in fullModel(schema, sessionModel).columns;

/** The id of the session that a session comes from; null: the user has signed in to the session itself. */
export const parentOf = (session: object): string | null =>
  (session as { readonly parentId?: string | null }).parentId ?? null;

/** The ids of a session and of the sessions that it comes from, nearest first. */
export async function familyOf(ctx: TxContext, session: Pick<SessionRow, "id">): Promise<readonly string[]> {
  const parentId = parentOf(session);
  const parent = parentId === null ? null : await ctx.db.find(sessionModel, { id: parentId });
  return [session.id, ...(parent ? await familyOf(ctx, parent) : [])];
}
