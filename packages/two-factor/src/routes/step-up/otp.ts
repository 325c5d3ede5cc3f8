import { z } from "@keyhold/core/schema";
import { steppedUp } from "@keyhold/core/session";
import { stepUpOf } from "../../complete.js";
import { endpoint } from "../../endpoint.js";
import { code } from "../../schemas.js";
import { inSession } from "../../subject.js";
import { otpErrors, verifyOtpCode } from "../../verify/otp.js";

export const stepUpOtp = endpoint({
  route: "POST /step-up/otp",
  access: "session",
  isPersonal: true,
  allowsRestricted: true,
  doc: "Proves the second factor in the caller's session by the code that `send-otp` has sent; a browser's session gets a new token.",
  input: z.object({ code }),
  output: steppedUp,
  errors: otpErrors,
  async handle({ input, session, caller, ctx }, options) {
    const given = { code: input.code, subject: inSession(session), trustDevice: false, caller };
    return stepUpOf(await verifyOtpCode(ctx, options, given));
  },
});
