import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../../endpoint.js";
import { inSession } from "../../proof/subject.js";
import { done } from "../../schemas.js";
import { sendOffered } from "../../verify/send-code.js";

export const stepUpSendOtp = endpoint({
  route: "POST /step-up/send-otp",
  access: "session",
  isPersonal: true,
  allowsRestricted: true,
  doc: "Sends a code for `step-up/otp` to the user of the session.",
  input: z.object({}),
  output: done,
  errors: ["OTP_NOT_ENABLED", "TOO_MANY_ATTEMPTS"],
  async handle({ session, caller, ctx }, options) {
    await sendOffered(ctx, options, inSession(session), caller);
    return ok({ status: true });
  },
});
