import { name } from "@keyhold/core/entity-schemas";
import { challengeOf } from "@keyhold/core/mailbox";
import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { parseMailbox } from "@keyhold/core/users";
import { endpoint } from "../../endpoint.js";
import { magicLinkErrors } from "../../errors.js";
import { requestLink } from "../../link/request.js";
import { maxMetadataLength } from "../schemas.js";

export const signInMagicLink = endpoint({
  route: "POST /sign-in/magic-link",
  access: "public",
  challengedAction: "sign-in",
  doc: "Sends a link that signs in, or creates the account of a new address. The answer is equal for every address.",
  input: z.object({
    email: z.string(),
    name: name.optional(),
    callbackURL: z.string().optional(),
    newUserCallbackURL: z.string().optional(),
    errorCallbackURL: z.string().optional(),
    rememberMe: z.boolean().default(true),
    metadata: z
      .looseObject({})
      .refine(
        (given) => JSON.stringify(given).length <= maxMetadataLength,
        `Too big: expected at most ${maxMetadataLength} characters of JSON`,
      )
      .optional(),
  }),
  output: z.object({ status: z.boolean() }),
  errors: ["INVALID_EMAIL", "MAGIC_LINK_ISNT_ENABLED"],
  redirects: ["callbackURL", "newUserCallbackURL", "errorCallbackURL"],
  limit: { windowSeconds: 60, max: 5 },
  emailsGivenAddress: true,
  async handle({ input, caller, ctx }, options) {
    const { callbackURL, newUserCallbackURL, errorCallbackURL, name, metadata = {}, rememberMe: isRemembered } = input;
    if (!ctx.settings.hasMail) return ctx.fail(magicLinkErrors.MAGIC_LINK_ISNT_ENABLED);
    const email = parseMailbox(input.email) ?? ctx.fail(magicLinkErrors.INVALID_EMAIL);
    const { hash: challenge, cookies } = challengeOf(ctx, caller);
    const targets = { callbackURL, newUserCallbackURL, errorCallbackURL };
    await requestLink(ctx, options, { email, name, isRemembered, metadata, targets, challenge, caller });
    return ok({ status: true }, cookies);
  },
});
