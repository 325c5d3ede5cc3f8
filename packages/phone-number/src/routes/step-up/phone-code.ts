import { z } from "@keyhold/core/schema";
import { steppedUp } from "@keyhold/core/session";
import { endpoint } from "../../endpoint.js";
import { giveOwnCode } from "../../proof/own-code.js";
import { code, codeLimit } from "../schemas.js";

export const stepUpPhoneCode = endpoint({
  route: "POST /step-up/phone-code",
  access: "session",
  isPersonal: true,
  allowsRestricted: true,
  doc: "Proves the verified number in the caller's session by the code that `send-phone-code` has sent; a browser's session gets a new token.",
  input: z.object({ code }),
  output: steppedUp,
  errors: ["INVALID_OTP", "TOO_MANY_ATTEMPTS"],
  limit: codeLimit,
  handle: ({ input, session, caller, ctx }, options) => giveOwnCode(ctx, options, { ...input, session, caller }),
});
