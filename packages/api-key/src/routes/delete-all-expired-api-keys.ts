import { before, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { apiKeyModel } from "../models.js";

const atOnce = 1000;

export const deleteAllExpiredApiKeys = endpoint({
  route: "POST /delete-all-expired-api-keys",
  access: "public",
  doc: "Deletes every API key that has expired, in steps of 1,000 rows.",
  input: z.object({}),
  output: z.object({ success: z.boolean(), deleted: z.number() }),
  isServerOnly: true,
  async handle({ ctx }) {
    let deleted = 0;
    const expired = { expiresAt: before(ctx.now()) };
    for (let last = atOnce; last > 0; deleted += last) last = await ctx.db.removeSome(apiKeyModel, expired, atOnce);
    return ok({ success: true, deleted });
  },
});
