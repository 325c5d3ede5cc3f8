import { z } from "@keyhold/core/schema";
import { requestCode } from "../code/request.js";
import { endpoint } from "../endpoint.js";
import { requested, requestLimit } from "./schemas.js";

export const requestPasswordReset = endpoint({
  route: "POST /email-otp/request-password-reset",
  access: "public",
  challengedAction: "reset-password",
  doc: "Sends a code to set a new password. The answer is equal for every address.",
  input: z.object({ email: z.string() }),
  output: requested,
  errors: ["EMAIL_OTP_ISNT_ENABLED", "INVALID_EMAIL", "RESET_PASSWORD_ISNT_ENABLED"],
  limit: requestLimit,
  emailsGivenAddress: true,
  handle: ({ input: { email }, caller, ctx }, options) =>
    requestCode(ctx, options, { email, type: "forget-password", session: null, caller }),
});
