import { mailboxOwner, resetPasswordByMailbox } from "@keyhold/core/mailbox";
import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { knownBrowserCookies } from "@keyhold/core/session";
import { parseEmail } from "@keyhold/core/users";
import { failCode, otp, requireCode } from "../code/give.js";
import { endpoint } from "../endpoint.js";
import { emailOtpErrors } from "../errors.js";
import { challenge } from "./schemas.js";

export const resetPasswordByOtp = endpoint({
  route: "POST /email-otp/reset-password",
  access: "public",
  doc: "Sets a new password by a code in an email, and ends every session.",
  input: z.object({ email: z.string(), otp, password: z.string(), challenge }),
  output: z.object({ success: z.boolean() }),
  errors: [
    "INVALID_EMAIL",
    "INVALID_OTP",
    "INVALID_TOKEN",
    "TOO_MANY_ATTEMPTS",
    "RESET_PASSWORD_ISNT_ENABLED",
    "PASSWORD_TOO_SHORT",
    "PASSWORD_TOO_LONG",
    "PASSWORD_TOO_COMMON",
    "PASSWORD_COMPROMISED",
  ],
  limit: { windowSeconds: 60, max: 10 },
  hashes: true,
  async handle({ input: { otp, password: newPassword, challenge, ...input }, caller, ctx }) {
    if (!ctx.settings.emailAndPassword.enabled) return ctx.fail(emailOtpErrors.RESET_PASSWORD_ISNT_ENABLED);
    const email = parseEmail(input.email) ?? ctx.fail(emailOtpErrors.INVALID_EMAIL);
    const { value, consume } = await requireCode(ctx, { type: "forget-password", email, otp, challenge, caller });
    const fail = (): never => failCode(ctx);
    const userId = value.userId ?? (await mailboxOwner(ctx, email)) ?? fail();
    await resetPasswordByMailbox(ctx, { email, userId, newPassword, consume, fail, caller });
    return ok({ success: true }, knownBrowserCookies(ctx, caller, userId));
  },
});
