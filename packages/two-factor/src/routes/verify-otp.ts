import { z } from "@keyhold/core/schema";
import { answerOf } from "../complete.js";
import { endpoint } from "../endpoint.js";
import { code, revokeOtherSessions, trustDevice, verified } from "../schemas.js";
import { subjectOf } from "../subject.js";
import { otpErrors, verifyOtpCode } from "../verify/otp.js";

export const verifyOtp = endpoint({
  route: "POST /two-factor/verify-otp",
  access: "optional",
  isPersonal: true,
  doc: "Takes the code that `send-otp` has sent: finishes a sign-in, or proves the factor again in the session.",
  input: z.object({ code, trustDevice, revokeOtherSessions }),
  output: verified,
  errors: otpErrors,
  async handle({ input, session, caller, ctx }, options) {
    const subject = await subjectOf(ctx, session, caller);
    return answerOf(await verifyOtpCode(ctx, options, { ...input, subject, caller }));
  },
});
