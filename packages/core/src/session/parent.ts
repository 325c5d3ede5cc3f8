import { pagesOf } from "../adapter/pages.js";
import type { TxContext } from "../contract/context.js";
import type { AddedColumns } from "../contract/hooks.js";
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

/**
 * Detaches the sessions that come from a session, so that they do not end with it; the answer lets them come from
 * another session: the session that is exchanged for the first.
 */
export async function detachChildren(
  ctx: TxContext,
  { id }: Pick<SessionRow, "id">,
): Promise<(parent: Pick<SessionRow, "id">) => Promise<void>> {
  if (!hasParentColumn(ctx)) return async () => undefined;
  const children: SessionRow[] = [];
  const whose: AddedColumns = { parentId: id };
  for await (const page of pagesOf(ctx.db, sessionModel, whose)) children.push(...page);
  const come = async (parentId: string | null): Promise<void> => {
    const change: AddedColumns = { parentId };
    await ctx.sessionCache?.invalidate(children.map(({ token }) => token));
    for (const child of children) await ctx.db.update(sessionModel, child.id, change, { onConflict: failUnique });
  };
  await come(null);
  return (parent) => come(parent.id);
}

function failUnique(): never {
  throw new Error("A parent is not unique.");
}
