import { pagesOf } from "../../adapter/pages.js";
import type { TxContext } from "../../contract/context.js";
import { sessionModel } from "../../model/models.js";

/**
 * Call this function before a user is changed: then no session cache entry shows the old user. Costs no query without a
 * secondary storage.
 */
export async function invalidateSessionCache(ctx: TxContext, userId: string): Promise<void> {
  if (!ctx.sessionCache) return;
  for await (const sessions of pagesOf(ctx.db, sessionModel, { userId }))
    await ctx.sessionCache.invalidate(sessions.map(({ token }) => token));
}
