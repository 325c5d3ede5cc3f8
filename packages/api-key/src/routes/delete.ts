import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { apiKeyErrors } from "../errors.js";
import { emit } from "../events.js";
import { ownKey } from "../key/manage.js";
import { apiKeyModel } from "../models.js";
import { keyId } from "./schemas.js";

export const deleteApiKey = endpoint({
  route: "POST /api-key/delete",
  access: "session",
  isPersonal: true,
  doc: "Deletes an API key, which works no more.",
  input: z.object({ keyId }),
  output: z.object({ success: z.boolean() }),
  errors: ["KEY_NOT_FOUND"],
  async handle({ input, session: { userId }, ctx }) {
    const { id, referenceId } = await ownKey(ctx, { keyId: input.keyId, userId }, "delete");
    const removed = await ctx.transaction(async (ctx) => {
      const removed = await ctx.db.remove(apiKeyModel, { id });
      if (removed > 0) emit(ctx, { type: "api-key.deleted", keyId: id, referenceId, actorId: userId });
      return removed;
    });
    return removed > 0 ? ok({ success: true }) : ctx.fail(apiKeyErrors.KEY_NOT_FOUND);
  },
});
