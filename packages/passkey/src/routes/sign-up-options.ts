import { name } from "@keyhold/core/entity-schemas";
import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { parseMailbox } from "@keyhold/core/users";
import { issueChallenge } from "../ceremony/challenge.js";
import { endpoint } from "../endpoint.js";
import { passkeyErrors } from "../errors.js";
import { attachment, creationOptions } from "../schemas.js";
import { creationOptionsOf } from "../webauthn/creation-options.js";
import { randomUserHandle } from "../webauthn/random-bytes.js";

export const signUpOptions = endpoint({
  route: "POST /passkey/sign-up-options",
  access: "public",
  doc: "The options for `navigator.credentials.create()` of a user who signs up with a passkey. They are the same for a taken address.",
  input: z.object({
    name,
    email: z.string(),
    authenticatorAttachment: attachment.optional(),
  }),
  output: creationOptions,
  errors: ["PASSKEY_SIGN_UP_IS_NOT_ENABLED", "INVALID_EMAIL"],
  limit: { windowSeconds: 60, max: 20 },
  async handle({ input, caller, ctx }, options) {
    if (!options.signUp) return ctx.fail(passkeyErrors.PASSKEY_SIGN_UP_IS_NOT_ENABLED);
    const email = parseMailbox(input.email);
    if (!email) return ctx.fail(passkeyErrors.INVALID_EMAIL);
    const { name, authenticatorAttachment } = input;
    const userHandle = randomUserHandle();
    const { challenge, cookies } = await issueChallenge(ctx, caller, "sign-up", {
      needsVerification: options.userVerification === "required",
      signUp: { email, name, userHandle },
    });
    const user = { id: userHandle, name: email, displayName: name };
    const made = { challenge, user, excludeCredentials: [], authenticatorAttachment, isOnlyWay: true };
    return ok(creationOptionsOf(ctx.settings, options, made), cookies);
  },
});
