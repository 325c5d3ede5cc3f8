import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../../endpoint.js";
import { sendOwnCode } from "../../proof/own-code.js";
import { requestLimit } from "../schemas.js";

export const sendPhoneCode = endpoint({
  route: "POST /step-up/send-phone-code",
  access: "session",
  isPersonal: true,
  allowsRestricted: true,
  doc: "Sends a code for `step-up/phone-code` to the verified number of the caller.",
  input: z.object({}),
  output: z.object({ status: z.boolean() }),
  errors: ["INVALID_PHONE_NUMBER", "PHONE_NUMBER_NOT_ALLOWED", "TOO_MANY_ATTEMPTS"],
  limit: requestLimit,
  async handle({ session, caller, ctx }, options) {
    await sendOwnCode(ctx, options, session, caller);
    return ok({ status: true });
  },
});
