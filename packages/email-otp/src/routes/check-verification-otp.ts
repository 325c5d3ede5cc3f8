import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { parseEmail } from "@keyhold/core/users";
import { requestedTypes } from "../code/codes.js";
import { otp, requireCode, requireCodeOfSession } from "../code/give.js";
import { endpoint } from "../endpoint.js";
import { emailOtpErrors } from "../errors.js";
import { challenge, codeLimit } from "./schemas.js";

export const checkVerificationOtp = endpoint({
  route: "POST /email-otp/check-verification-otp",
  access: "optional",
  doc: "Whether a code is right. Counts as a guess, and leaves the code usable.",
  input: z.object({ email: z.string(), type: z.enum(requestedTypes), otp, challenge }),
  output: z.object({ success: z.boolean() }),
  errors: ["INVALID_EMAIL", "INVALID_OTP", "TOO_MANY_ATTEMPTS"],
  limit: codeLimit,
  async handle({ input: { type, otp, challenge, ...input }, session, caller, ctx }) {
    const email = parseEmail(input.email) ?? ctx.fail(emailOtpErrors.INVALID_EMAIL);
    const given = { type, email, otp, caller };
    if (type === "change-email" && session) await requireCodeOfSession(ctx, session, given);
    else await requireCode(ctx, { ...given, challenge });
    return ok({ success: true });
  },
});
