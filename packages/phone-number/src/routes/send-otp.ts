import { z } from "@keyhold/core/schema";
import { requestCode } from "../code/request.js";
import { endpoint } from "../endpoint.js";
import { numberInput, requestLimit } from "./schemas.js";

export const sendOtp = endpoint({
  route: "POST /phone-number/send-otp",
  access: "optional",
  challengedAction: "sign-in",
  doc: "Sends a code to a phone number, to sign in, sign up or verify the number. The answer is equal for every number.",
  input: z.object(numberInput),
  output: z.object({ message: z.string(), challenge: z.string() }),
  errors: ["INVALID_PHONE_NUMBER", "PHONE_NUMBER_NOT_ALLOWED"],
  limit: requestLimit,
  handle: ({ input, session, caller, ctx }, options) =>
    requestCode(ctx, options, { ...input, type: "verify", session, caller, answer: { message: "code sent" } }),
});
