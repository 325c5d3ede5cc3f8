import { everything } from "@keyhold/access";
import { fingerprint, ok, type TxContext, userModel } from "@keyhold/core/plugin";
import { makePastedSecret } from "@keyhold/core/principal";
import { z } from "@keyhold/core/schema";
import { requireLiveSession } from "@keyhold/core/session";
import { endpoint } from "../endpoint.js";
import { apiKeyErrors } from "../errors.js";
import { emit } from "../events.js";
import { memberMay } from "../hooks/offers.js";
import { newSecret } from "../key/create.js";
import { isIdOfOrganization, startOf } from "../key/find.js";
import { ownKey } from "../key/manage.js";
import { effectivePermissions } from "../key/permissions.js";
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
  errors: ["KEY_NOT_FOUND", "KEY_WAS_ROTATED", "INSUFFICIENT_API_KEY_PERMISSIONS"],
  limit: { windowSeconds: 60, max: 20 },
  async handle({ input: { keyId, overlapSeconds }, session, ctx }, options) {
    const { userId } = session;
    const row = await ownKey(ctx, { keyId, userId }, "update");
    // In a row of the previous library only `referenceId` names the owner.
    const isOwn = row.referenceId === userId;
    // Who rotates a key gets a secret with its permissions.
    const held = effectivePermissions(row.permissions, everything(options.statements));
    const place = { organizationId: row.referenceId, userId };
    if (!isOwn && Object.keys(held).length > 0 && !(await memberMay(ctx, place, held)))
      return ctx.fail(apiKeyErrors.INSUFFICIENT_API_KEY_PERMISSIONS);
    const made = successorOf(row, { prefix: options.prefix, isOwn });
    const replace = async (ctx: TxContext<"KEY_WAS_ROTATED">, present: ApiKeyRow): Promise<ApiKeyRow | null> => {
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
    };
    const rotated = isOwn
      ? await ctx.transactionOn(userModel, userId, async (ctx) => {
          // The user may have ended the session meanwhile.
          await requireLiveSession(ctx, session);
          const present = await ctx.db.lock(apiKeyModel, row.id);
          return present && replace(ctx, present);
        })
      : await ctx.transactionOn(apiKeyModel, row.id, replace);
    return rotated ? ok({ ...showKey(rotated), key: made.text }) : ctx.fail(apiKeyErrors.KEY_NOT_FOUND);
  },
});

/** A new secret with the id of the key; a key of the previous library gets an id. */
function successorOf({ start }: ApiKeyRow, of: { readonly prefix: string; readonly isOwn: boolean }): NewSecret {
  const [, before, id] = /^([a-z0-9_]{2,20})_([A-Za-z0-9]{10})$/.exec(start ?? "") ?? [];
  const isKept = before !== undefined && id !== undefined && isIdOfOrganization(id) !== of.isOwn;
  return isKept ? makePastedSecret(before, id) : newSecret(of.prefix, !of.isOwn);
}

type NewSecret = ReturnType<typeof makePastedSecret>;
