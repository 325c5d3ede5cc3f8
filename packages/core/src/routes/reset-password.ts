import { coreErrors } from "../contract/errors.js";
import { ok } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { resetPassword as reset } from "../flows/password/reset.js";
import { knownBrowserCookies } from "../session/known-browser.js";
import { endpoint } from "./endpoint.js";

export const resetPassword = endpoint({
  route: "POST /reset-password",
  access: "public",
  doc: "Sets a new password by the token of an email, and ends every session.",
  input: z.object({ newPassword: z.string(), token: z.string() }),
  output: z.object({ status: z.boolean() }),
  queryFields: ["token"],
  errors: [
    "EMAIL_AND_PASSWORD_IS_NOT_ENABLED",
    "INVALID_TOKEN",
    "PASSWORD_TOO_SHORT",
    "PASSWORD_TOO_LONG",
    "PASSWORD_TOO_COMMON",
    "PASSWORD_COMPROMISED",
  ],
  limit: { windowSeconds: 60, max: 10 },
  hashes: true,
  async handle({ input: { token, newPassword }, caller, ctx }) {
    if (!ctx.settings.emailAndPassword.enabled) return ctx.fail(coreErrors.EMAIL_AND_PASSWORD_IS_NOT_ENABLED);
    const userId = await reset(ctx, { token, newPassword, caller });
    return ok({ status: true }, knownBrowserCookies(ctx, caller, userId));
  },
});
