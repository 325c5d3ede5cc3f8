import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { subjectOf } from "../proof/subject.js";
import { code, revokeOtherSessions, trustDevice, verified } from "../schemas.js";
import { answerOf, complete } from "../verify/complete.js";
import { giveCode } from "../verify/give-code.js";
import { otpErrors, sentCode } from "../verify/sent-code.js";

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
    return answerOf(await giveCode(ctx, options, sentCode, { ...input, subject, caller }, complete));
  },
});
