import type { Session } from "@keyhold/core";
import { type Context, commonErrors, ok, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { invalidateSessionCache } from "@keyhold/core/session";
import { issueChallenge } from "../ceremony/challenge.js";
import { endpoint } from "../endpoint.js";
import { passkeyErrors } from "../errors.js";
import { handledUserModel } from "../models.js";
import { descriptorOf, passkeysOf, userHandleOf } from "../passkey/passkeys.js";
import { requireFactor } from "../passkey/require-factor.js";
import { attachment, creationOptions, passkeyName } from "../schemas.js";
import { creationOptionsOf } from "../webauthn/creation-options.js";
import { randomUserHandle } from "../webauthn/random-bytes.js";

export const generateRegisterOptions = endpoint({
  route: "GET /passkey/generate-register-options",
  access: "step-up",
  allowsRestricted: true,
  doc: "The options for `navigator.credentials.create()`, with a challenge for this browser and session, for five minutes.",
  input: z.object({
    name: passkeyName.optional(),
    authenticatorAttachment: attachment.optional(),
    /** Whether the browser registers without a dialog. */
    useAutoRegister: z.union([z.boolean(), z.enum(["true", "false"])]).optional(),
    /** Taken from clients of the field, without effect. */
    context: z.string().max(2048).optional(),
  }),
  output: creationOptions,
  errors: ["TOO_MANY_PASSKEYS"],
  limit: { windowSeconds: 60, max: 20 },
  async handle({ input, session, caller, ctx }, options) {
    const { userId, user } = session;
    const passkeys = await passkeysOf(ctx, userId);
    if (passkeys.length > 0) await requireFactor(ctx, session, caller);
    if (passkeys.length >= options.maxPerUser) return ctx.fail(passkeyErrors.TOO_MANY_PASSKEYS);
    const handle = await requireUserHandle(ctx, session);
    const { challenge, cookies } = await issueChallenge(ctx, caller, "register", {
      userId,
      sessionId: session.id,
      name: input.name ?? null,
      isAutomatic: String(input.useAutoRegister) === "true",
      needsVerification: options.userVerification === "required",
    });
    const made = creationOptionsOf(ctx.settings, options, {
      challenge,
      user: { id: handle, name: user.email, displayName: user.name },
      excludeCredentials: passkeys.map(descriptorOf),
      isOnlyWay: false,
      authenticatorAttachment: input.authenticatorAttachment,
    });
    return ok(made, cookies);
  },
});

/** The user handle, made at the first registration. Many callers at once all get the same handle. */
async function requireUserHandle(ctx: Context, { user }: Session): Promise<string> {
  const present = userHandleOf(user);
  if (present !== null) return present;
  const made = await ctx.transactionOn(userModel, user.id, async (ctx, user) => {
    const present = userHandleOf(user);
    if (present !== null) return present;
    const webauthnUserId = randomUserHandle();
    await invalidateSessionCache(ctx, user.id);
    await ctx.db.update(handledUserModel, user.id, { webauthnUserId });
    return webauthnUserId;
  });
  return made ?? ctx.fail(commonErrors.UNAUTHORIZED);
}
