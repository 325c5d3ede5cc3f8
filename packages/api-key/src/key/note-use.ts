import type { Caller, Context } from "@keyhold/core/plugin";
import { type ApiKeyRow, apiKeyModel } from "../models.js";

const noteEveryMs = 60_000;

/** Writes the last use of a key behind the answer, at most once a minute: of concurrent uses one is written. */
export function noteUse(ctx: Context, row: ApiKeyRow, { ipAddress }: Pick<Caller, "ipAddress">): void {
  const now = ctx.now();
  const isNoted = ({ lastRequest }: ApiKeyRow): boolean =>
    lastRequest !== null && now.getTime() - lastRequest.getTime() < noteEveryMs;
  if (isNoted(row)) return;
  ctx.later("Noting the use of an API key", (ctx) =>
    ctx.transactionOn(apiKeyModel, row.id, async (ctx, present) => {
      if (isNoted(present)) return;
      const place = ipAddress === null ? {} : { lastUsedIp: ipAddress };
      await ctx.db.update(apiKeyModel, row.id, { lastRequest: now, ...place });
    }),
  );
}
