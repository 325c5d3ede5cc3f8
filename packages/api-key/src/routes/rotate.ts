import { everything } from "@keyhold/access";
import { fingerprint, ok } from "@keyhold/core/plugin";
import { makePastedSecret } from "@keyhold/core/principal";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { apiKeyErrors } from "../errors.js";
import { emit } from "../events.js";
import { memberMay } from "../hooks/offers.js";
import { newSecret } from "../key/create.js";
import { isIdOfOrganization, startOf } from "../key/find.js";
import { changeKey, type KeyChange, ownKey } from "../key/manage.js";
import { effectivePermissions } from "../key/permissions.js";
import { showKey, storedPermissions } from "../key/show.js";
import { type ApiKeyRow, apiKeyModel } from "../models.js";
import { createdSchema, keyId } from "./schemas.js";

const week = 7 * 86_400;

export const rotateApiKey = endpoint({
  route: "POST /api-key/rotate",
  access: "step-up",
  doc: "Gives an API key a new secret. The old secret works for `overlapSeconds`, by default not at all.",
  input: z.object({ keyId, overlapSeconds: z.number().int().min(0).max(week).default(0) }),
  output: createdSchema,
  errors: ["KEY_NOT_FOUND", "KEY_WAS_ROTATED", "INSUFFICIENT_API_KEY_PERMISSIONS"],
  limit: { windowSeconds: 60, max: 20 },
  async handle({ input: { keyId, overlapSeconds }, session, ctx }, options) {
    const { userId } = session;
    const found = await ownKey(ctx, { keyId, userId }, "update");
    const { referenceId } = found;
    // In a row of the previous library only `referenceId` names the owner.
    const isOwn = referenceId === userId;
    const made = successorOf(found, { prefix: options.prefix, isOwn });
    const replace: KeyChange<RotationError> = async (ctx, present) => {
      // The answer of the other request has a secret that would work no more.
      if (present.key !== found.key) return ctx.fail(apiKeyErrors.KEY_WAS_ROTATED);
      // Who rotates a key gets a secret with its permissions.
      const held = effectivePermissions(storedPermissions(present.permissions) ?? {}, everything(options.statements));
      const mayHold = isOwn || Object.keys(held).length === 0;
      if (!mayHold && !(await memberMay(ctx, { organizationId: referenceId, userId }, held)))
        return ctx.fail(apiKeyErrors.INSUFFICIENT_API_KEY_PERMISSIONS);
      const now = ctx.now();
      // The secret of a disabled key may have leaked.
      const keepsOld = overlapSeconds > 0 && present.enabled;
      emit(ctx, { type: "api-key.rotated", keyId, referenceId, actorId: userId });
      return ctx.db.update(apiKeyModel, keyId, {
        start: startOf(made),
        prefix: made.prefix,
        key: fingerprint(made.secret),
        previousKey: keepsOld ? present.key : null,
        previousUntil: keepsOld ? new Date(now.getTime() + overlapSeconds * 1000) : null,
        renewedBy: userId,
        renewedAt: now,
        updatedAt: now,
        ...(isOwn && { userId }),
      });
    };
    const rotated = await changeKey(ctx, { found, session, action: "update" }, replace);
    return ok({ ...showKey(rotated), key: made.text });
  },
});

type RotationError = "KEY_NOT_FOUND" | "KEY_WAS_ROTATED" | "INSUFFICIENT_API_KEY_PERMISSIONS";

/** A new secret with the id of the key; a key of the previous library gets an id. */
function successorOf({ start }: ApiKeyRow, of: { readonly prefix: string; readonly isOwn: boolean }): NewSecret {
  const [, before, id] = /^([a-z0-9_]{2,20})_([A-Za-z0-9]{10})$/.exec(start ?? "") ?? [];
  const isKept = before !== undefined && id !== undefined && isIdOfOrganization(id) !== of.isOwn;
  return isKept ? makePastedSecret(before, id) : newSecret(of.prefix, !of.isOwn);
}

type NewSecret = ReturnType<typeof makePastedSecret>;
