import { name } from "@keyhold/core/entity-schemas";
import { challengeOf } from "@keyhold/core/mailbox";
import { type Context, commonErrors, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { parseMailbox } from "@keyhold/core/users";
import { endpoint } from "../../endpoint.js";
import { magicLinkErrors } from "../../errors.js";
import { requestLink } from "../../link/request.js";
import { maxMetadataLength } from "../schemas.js";

const maxColumnsLength = 4096;

/** The columns of a new user as JSON. */
function columnsOf(ctx: Context, columns: Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify(columns);
  if (json.length <= maxColumnsLength) return json;
  const [path = ""] = Object.keys(columns);
  return ctx.fail(commonErrors.VALIDATION_ERROR, { issues: [{ path, message: tooBig(maxColumnsLength) }] });
}

const tooBig = (max: number): string => `Too big: expected at most ${max} characters of JSON`;

export const signInMagicLink = endpoint({
  route: "POST /sign-in/magic-link",
  access: "public",
  challengedAction: "sign-in",
  doc: "Sends a link that signs in, or creates the account of a new address. The answer is equal for every address.",
  takesUserColumns: "change",
  input: z.object({
    email: z.string(),
    name: name.optional(),
    callbackURL: z.string().optional(),
    newUserCallbackURL: z.string().optional(),
    errorCallbackURL: z.string().optional(),
    rememberMe: z.boolean().default(true),
    metadata: z
      .looseObject({})
      .refine((given) => JSON.stringify(given).length <= maxMetadataLength, tooBig(maxMetadataLength))
      .optional(),
  }),
  output: z.object({ status: z.boolean(), challenge: z.string() }),
  errors: ["INVALID_EMAIL", "MAGIC_LINK_ISNT_ENABLED"],
  redirects: ["callbackURL", "newUserCallbackURL", "errorCallbackURL"],
  limit: { windowSeconds: 60, max: 5 },
  emailsGivenAddress: true,
  async handle({ input, userColumns, caller, ctx }, options) {
    const { callbackURL, newUserCallbackURL, errorCallbackURL, name, metadata = {}, rememberMe: isRemembered } = input;
    if (!ctx.settings.hasMail) return ctx.fail(magicLinkErrors.MAGIC_LINK_ISNT_ENABLED);
    const columns = columnsOf(ctx, userColumns);
    const email = parseMailbox(input.email) ?? ctx.fail(magicLinkErrors.INVALID_EMAIL);
    const { value, hash: challenge, cookies } = challengeOf(ctx, caller);
    const targets = { callbackURL, newUserCallbackURL, errorCallbackURL };
    await requestLink(ctx, options, { email, name, columns, isRemembered, metadata, targets, challenge, caller });
    return ok({ status: true, challenge: value }, cookies);
  },
});
