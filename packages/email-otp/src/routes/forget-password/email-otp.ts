import { z } from "@keyhold/core/schema";
import { requestCode } from "../../code/request.js";
import { endpoint } from "../../endpoint.js";
import { requested, requestLimit } from "../schemas.js";

export const forgetPasswordEmailOtp = endpoint({
  route: "POST /forget-password/email-otp",
  hasCall: false,
  access: "public",
  challengedAction: "reset-password",
  doc: "The same as POST /email-otp/request-password-reset, under its older name.",
  input: z.object({ email: z.string() }),
  output: requested,
  errors: ["EMAIL_OTP_ISNT_ENABLED", "INVALID_EMAIL", "RESET_PASSWORD_ISNT_ENABLED"],
  limit: requestLimit,
  emailsGivenAddress: true,
  handle: ({ input: { email }, caller, ctx }, options) =>
    requestCode(ctx, options, { email, type: "forget-password", session: null, caller }),
});
