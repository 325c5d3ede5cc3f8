import { ok, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { resetFactors } from "@keyhold/core/session";
import { endpoint } from "../endpoint.js";
import { twoFactorErrors } from "../errors.js";
import { done } from "../schemas.js";
import { openKinds } from "../verify/guesses.js";

export const resetTwoFactor = endpoint({
  route: "POST /reset-two-factor",
  access: "public",
  isServerOnly: true,
  doc: "Ends a user's factors, backup codes, trusted browsers and sessions, e.g. after the user has lost a phone.",
  input: z.object({ userId: z.string() }),
  output: done,
  errors: ["USER_NOT_FOUND"],
  async handle({ input: { userId }, ctx }) {
    const isDone = await ctx.transactionOn(userModel, userId, async (ctx, user) => {
      await resetFactors(ctx, user);
      return true;
    });
    if (!isDone) return ctx.fail(twoFactorErrors.USER_NOT_FOUND);
    await openKinds(ctx, userId);
    return ok({ status: true });
  },
});
