import { z } from "@keyhold/core/schema";
import { steppedUp } from "@keyhold/core/session";
import { endpoint } from "../../endpoint.js";
import { inSession } from "../../proof/subject.js";
import { code } from "../../schemas.js";
import { complete, stepUpOf } from "../../verify/complete.js";
import { giveCode } from "../../verify/give-code.js";
import { otpErrors, sentCode } from "../../verify/sent-code.js";

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
    const given = { code: input.code, subject: inSession(session), caller };
    return stepUpOf(await giveCode(ctx, options, sentCode, given, complete));
  },
});
