import { includes } from "@keyhold/access";
import { type Context, ok, type Patch, type TxContext } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { checkStepUp } from "@keyhold/core/session";
import { sendEnabled } from "../emails.js";
import { endpoint } from "../endpoint.js";
import { apiKeyErrors } from "../errors.js";
import { emit } from "../events.js";
import { asksPermissions } from "../key/asks-permissions.js";
import { nextNotice } from "../key/expiry-notices.js";
import { type FieldError, fieldErrors, readEnd, readMetadata, readName } from "../key/given.js";
import { changeKey, type KeyChange, ownKey } from "../key/manage.js";
import { effectivePermissions } from "../key/permissions.js";
import { recipientsOf } from "../key/recipients.js";
import { showKey, storedPermissions } from "../key/show.js";
import { apiKeyModel } from "../models.js";
import type { ApiKeyOptions } from "../options.js";
import { apiKeySchema, expiresIn, keyId, metadata, name, permissions } from "./schemas.js";

const input = z.object({
  keyId,
  name: name.optional(),
  enabled: z.boolean().optional(),
  metadata: metadata.optional(),
  expiresIn: expiresIn.optional(),
  permissions: permissions.optional(),
});
type Input = z.infer<typeof input>;

export const updateApiKey = asksPermissions(
  endpoint({
    route: "POST /api-key/update",
    access: "session",
    isPersonal: true,
    doc: "Changes an API key. The key can lose permissions, and cannot get more. `enabled: true` and `expiresIn` need a recent proof.",
    input,
    output: apiKeySchema,
    errors: [...fieldErrors, "KEY_NOT_FOUND", "NO_VALUES_TO_UPDATE", "INSUFFICIENT_API_KEY_PERMISSIONS"],
    async handle({ input, session, ctx }, options) {
      const { keyId } = input;
      const { userId } = session;
      const found = await ownKey(ctx, { keyId, userId }, "update");
      const change = changeOf(ctx, options, input);
      if (Object.keys(change).length === 0 && input.permissions === undefined)
        return ctx.fail(apiKeyErrors.NO_VALUES_TO_UPDATE);
      // A disabled key may have leaked.
      const revives = input.enabled === true || input.expiresIn !== undefined;
      const { stepUpAgeSeconds: maxAgeSeconds } = ctx.settings.session;
      if (revives) await checkStepUp(ctx, session, { maxAgeSeconds, factors: "enrolled" });
      const told = input.enabled === true && options.sendChangeEmails ? await recipientsOf(ctx, found) : [];
      const write: KeyChange<"KEY_NOT_FOUND" | "INSUFFICIENT_API_KEY_PERMISSIONS"> = async (ctx, present) => {
        const fewer = fewerOf(ctx, input, present.permissions);
        emit(ctx, { type: "api-key.updated", keyId, referenceId: present.referenceId, actorId: userId });
        if (!present.enabled) for (const user of told) sendEnabled(ctx, user, present);
        return ctx.db.update(apiKeyModel, keyId, {
          ...change,
          ...fewer,
          ...(revives && { renewedBy: userId, renewedAt: ctx.now() }),
          updatedAt: ctx.now(),
        });
      };
      return ok(showKey(await changeKey(ctx, { found, session, action: "update" }, write)));
    },
  }),
);

function changeOf(ctx: Context<FieldError>, options: ApiKeyOptions, input: Input): Patch<typeof apiKeyModel> {
  const { enabled } = input;
  return {
    ...(input.name !== undefined && { name: readName(ctx, options, input.name) }),
    ...(enabled !== undefined && { enabled }),
    ...(input.metadata !== undefined && { metadata: readMetadata(ctx, options, input.metadata) }),
    ...(input.expiresIn !== undefined && endOf(ctx, options, input.expiresIn)),
  };
}

function endOf(ctx: Context<FieldError>, options: ApiKeyOptions, seconds: number | null): Patch<typeof apiKeyModel> {
  const expiresAt = readEnd(ctx, options, seconds);
  return { expiresAt, noticeAt: nextNotice(expiresAt, ctx.now()) };
}

/**
 * The permissions to store: each wanted action once. Under the lock of the key: of two changes at once, the second must
 * not give back what the first has taken.
 */
function fewerOf(
  ctx: TxContext<"INSUFFICIENT_API_KEY_PERMISSIONS">,
  { permissions }: Input,
  stored: string | null,
): Patch<typeof apiKeyModel> {
  if (permissions === undefined) return {};
  const present = storedPermissions(stored) ?? {};
  if (!includes(present, permissions)) ctx.fail(apiKeyErrors.INSUFFICIENT_API_KEY_PERMISSIONS);
  return { permissions: JSON.stringify(effectivePermissions(present, permissions)) };
}
