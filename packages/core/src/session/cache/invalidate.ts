import { pagesOf } from "../../adapter/pages.js";
import type { TxContext } from "../../contract/context.js";
import { sessionModel } from "../../model/models.js";

/** Before a user is changed: no copy of a session shows them as they were. Costs nothing where there are no copies. */
export async function invalidateSessionCache(ctx: TxContext, userId: string): Promise<void> {
  if (!ctx.sessionCache) return;
  for await (const sessions of pagesOf(ctx.db, sessionModel, { userId }))
    await ctx.sessionCache.invalidate(sessions.map(({ token }) => token));
}
