import { switchEmailByCode } from "@keyhold/core/mailbox";
import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { parseEmail } from "@keyhold/core/users";
import { failCode, otp, requireCodeOfSession } from "../code/give.js";
import { endpoint } from "../endpoint.js";
import { emailOtpErrors } from "../errors.js";
import { codeLimit } from "./schemas.js";

export const changeEmailByOtp = endpoint({
  route: "POST /email-otp/change-email",
  access: "step-up",
  doc: "Changes the email address by the code that was sent to the new address.",
  input: z.object({ newEmail: z.string(), otp }),
  output: z.object({ success: z.boolean() }),
  errors: [
    "CHANGE_EMAIL_IS_DISABLED",
    "COULDNT_UPDATE_YOUR_EMAIL",
    "INVALID_EMAIL",
    "INVALID_OTP",
    "TOO_MANY_ATTEMPTS",
  ],
  limit: codeLimit,
  async handle({ input: { otp, ...input }, session, caller, ctx }) {
    if (!ctx.settings.user.changeEmail.enabled) return ctx.fail(emailOtpErrors.CHANGE_EMAIL_IS_DISABLED);
    const newEmail = parseEmail(input.newEmail) ?? ctx.fail(emailOtpErrors.INVALID_EMAIL);
    const given = { type: "new-email", email: newEmail, otp, caller } as const;
    const { value, consume } = await requireCodeOfSession(ctx, session, given);
    const { confirmedBy } = value;
    const fail = (): never => failCode(ctx);
    const { cookies } = await switchEmailByCode(ctx, session, { newEmail, confirmedBy, consume, fail, caller });
    return ok({ success: true }, cookies);
  },
});
