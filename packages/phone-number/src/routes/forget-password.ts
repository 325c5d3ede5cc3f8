import { z } from "@keyhold/core/schema";
import { requestReset } from "../code/request.js";
import { endpoint } from "../endpoint.js";
import { numberInput, requestLimit, resetRequested } from "./schemas.js";

export const forgetPassword = endpoint({
  route: "POST /phone-number/forget-password",
  hasCall: false,
  access: "public",
  challengedAction: "reset-password",
  doc: "The same as POST /phone-number/request-password-reset, under its older name.",
  input: z.object(numberInput),
  output: resetRequested,
  errors: ["INVALID_PHONE_NUMBER", "PHONE_NUMBER_NOT_ALLOWED", "RESET_PASSWORD_ISNT_ENABLED"],
  limit: requestLimit,
  handle: ({ input, caller, ctx }, options) => requestReset(ctx, options, { ...input, caller }),
});
