import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { emit } from "../events.js";
import { changeKey, ownKey } from "../key/manage.js";
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
  async handle({ input: { keyId }, session, ctx }) {
    const { userId } = session;
    const found = await ownKey(ctx, { keyId, userId }, "delete");
    await changeKey(ctx, { found, session, action: "delete" }, async (ctx, present) => {
      await ctx.db.remove(apiKeyModel, { id: keyId });
      emit(ctx, { type: "api-key.deleted", keyId, referenceId: present.referenceId, actorId: userId });
      return present;
    });
    return ok({ success: true });
  },
});
