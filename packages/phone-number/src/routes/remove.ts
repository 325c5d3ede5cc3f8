import { AuthError } from "@keyhold/core";
import { commonErrors, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { removeOwnNumber } from "../account/remove-number.js";
import { endpoint } from "../endpoint.js";

export const removePhoneNumber = endpoint({
  route: "POST /phone-number/remove",
  access: "step-up",
  doc: "Removes the phone number of the signed-in user, except the last way to sign in.",
  input: z.object({}),
  output: z.object({ status: z.boolean() }),
  errors: ["YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT"],
  async handle({ session, ctx }, options) {
    if (!(await removeOwnNumber(ctx, session, options))) throw new AuthError(commonErrors.UNAUTHORIZED);
    return ok({ status: true });
  },
});
