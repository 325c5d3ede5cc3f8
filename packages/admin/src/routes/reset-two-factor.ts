import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { resetFactors } from "@keyhold/core/session";
import { actOn } from "../authority/act.js";
import { endpoint } from "../endpoint.js";
import { adminErrors } from "../errors.js";
import { actOf, emit } from "../events.js";
import { showUser } from "../models.js";
import { done, userId } from "../schemas.js";

export const resetTwoFactor = endpoint({
  route: "POST /admin/reset-two-factor",
  access: "fresh",
  doc: "Removes the second factors of a user who has lost them, and ends the user's sessions.",
  input: z.object({ userId }),
  output: done,
  errors: [
    "YOU_ARE_NOT_ALLOWED_TO_RESET_TWO_FACTOR",
    "YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER",
    "YOU_CANNOT_RESET_YOUR_OWN_TWO_FACTOR",
    "USER_NOT_FOUND",
  ],
  handle({ input: { userId }, session, caller, ctx }, settings) {
    return actOn(ctx, { settings, session, action: "reset two-factor", userId }, async (ctx, { actor, target }) => {
      // With a stolen session the reset would be a way around the factor.
      if (target.id === actor.id) return ctx.fail(adminErrors.YOU_CANNOT_RESET_YOUR_OWN_TWO_FACTOR);
      await resetFactors(ctx, target);
      emit(ctx, { type: "admin.two-factor-reset", ...actOf(session, caller), target: showUser(ctx, target) });
      return ok({ success: true });
    });
  },
});
