import { fingerprint, ok } from "@keyhold/core/plugin";
import { makePastedSecret } from "@keyhold/core/principal";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { apiKeyErrors } from "../errors.js";
import { emit } from "../events.js";
import { newSecret } from "../key/create.js";
import { startOf } from "../key/find.js";
import { ownKey } from "../key/manage.js";
import { showKey } from "../key/show.js";
import { type ApiKeyRow, apiKeyModel } from "../models.js";
import { createdSchema, keyId } from "./schemas.js";

const week = 7 * 86_400;

export const rotateApiKey = endpoint({
  route: "POST /api-key/rotate",
  access: "fresh",
  doc: "Gives an API key a new secret. The old secret works for `overlapSeconds`, by default not at all.",
  input: z.object({ keyId, overlapSeconds: z.number().int().min(0).max(week).default(0) }),
  output: createdSchema,
  errors: ["KEY_NOT_FOUND", "KEY_WAS_ROTATED"],
  limit: { windowSeconds: 60, max: 20 },
  async handle({ input: { keyId, overlapSeconds }, session: { userId }, ctx }, options) {
    const row = await ownKey(ctx, { keyId, userId }, "update");
    // In a row of the previous library only `referenceId` names the owner.
    const isOwn = row.referenceId === userId;
    const made = successorOf(row, { prefix: options.prefix, isOwn });
    const rotated = await ctx.transactionOn(apiKeyModel, row.id, async (ctx, present) => {
      // The answer of the other request has a secret that would work no more.
      if (present.key !== row.key) return ctx.fail(apiKeyErrors.KEY_WAS_ROTATED);
      const now = ctx.now();
      emit(ctx, { type: "api-key.rotated", keyId, referenceId: row.referenceId, actorId: userId });
      return ctx.db.update(apiKeyModel, row.id, {
        start: startOf(made),
        prefix: made.prefix,
        key: fingerprint(made.secret),
        previousKey: overlapSeconds > 0 ? present.key : null,
        previousUntil: overlapSeconds > 0 ? new Date(now.getTime() + overlapSeconds * 1000) : null,
        updatedAt: now,
        ...(isOwn && { userId }),
      });
    });
    return rotated ? ok({ ...showKey(rotated), key: made.text }) : ctx.fail(apiKeyErrors.KEY_NOT_FOUND);
  },
});

/** A new secret with the id of the key; a key of the previous library gets an id. */
function successorOf({ start }: ApiKeyRow, of: { readonly prefix: string; readonly isOwn: boolean }): NewSecret {
  const [, before, id] = /^([a-z0-9_]{2,20})_([A-Za-z0-9]{10})$/.exec(start ?? "") ?? [];
  return before !== undefined && id !== undefined ? makePastedSecret(before, id) : newSecret(of.prefix, !of.isOwn);
}

type NewSecret = ReturnType<typeof makePastedSecret>;
