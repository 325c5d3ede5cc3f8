import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { subjectOf } from "../proof/subject.js";
import { done } from "../schemas.js";
import { sendOffered } from "../verify/send-code.js";

export const sendOtp = endpoint({
  route: "POST /two-factor/send-otp",
  access: "optional",
  isPersonal: true,
  doc: "Sends a code to the user of the pending sign-in or the session.",
  input: z.object({}),
  output: done,
  errors: ["INVALID_TWO_FACTOR_COOKIE", "OTP_NOT_ENABLED", "TOO_MANY_ATTEMPTS"],
  async handle({ session, caller, ctx }, options) {
    await sendOffered(ctx, options, await subjectOf(ctx, session, caller), caller);
    return ok({ status: true });
  },
});
