import { z } from "@keyhold/core/schema";
import { requestedTypes } from "../code/codes.js";
import { requestCode } from "../code/request.js";
import { endpoint } from "../endpoint.js";
import { requested, requestLimit } from "./schemas.js";

export const sendVerificationOtp = endpoint({
  route: "POST /email-otp/send-verification-otp",
  access: "optional",
  challengedAction: "sign-in",
  doc: "Sends a code for one purpose to an address. The answer is equal for every address.",
  input: z.object({ email: z.string(), type: z.enum(requestedTypes) }),
  output: requested,
  errors: ["EMAIL_OTP_ISNT_ENABLED", "INVALID_EMAIL", "RESET_PASSWORD_ISNT_ENABLED"],
  limit: requestLimit,
  emailsGivenAddress: true,
  handle: ({ input, session, caller, ctx }, options) => requestCode(ctx, options, { ...input, session, caller }),
});
