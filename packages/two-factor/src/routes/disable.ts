import { ok, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { requireLiveSession } from "@keyhold/core/session";
import { sendNotice } from "../emails.js";
import { endpoint } from "../endpoint.js";
import { twoFactorErrors } from "../errors.js";
import { emit } from "../events.js";
import { endOthers, isEnabled, removeFactors } from "../factor/factor.js";
import { verifyGivenPassword } from "../proof/given-password.js";
import { requireRecentFactor } from "../proof/recent-factor.js";
import { done, password, revokeOtherSessions } from "../schemas.js";

export const disable = endpoint({
  route: "POST /two-factor/disable",
  access: "session",
  isPersonal: true,
  doc: "Removes the second factors of the user, if one was proven in this session in the last ten minutes. Other sessions end, unless `revokeOtherSessions` is false.",
  input: z.object({ password, revokeOtherSessions }),
  output: done,
  errors: ["TWO_FACTOR_NOT_ENABLED", "INVALID_PASSWORD", "CREDENTIAL_ACCOUNT_NOT_FOUND"],
  limit: { windowSeconds: 60, max: 10 },
  hashes: true,
  async handle({ input, session, caller, ctx }) {
    if (!isEnabled(session.user)) return ctx.fail(twoFactorErrors.TWO_FACTOR_NOT_ENABLED);
    await requireRecentFactor(ctx, session);
    await verifyGivenPassword(ctx, session.user, input.password, caller);
    await ctx.transactionOn(userModel, session.userId, async (ctx, user) => {
      await requireLiveSession(ctx, session);
      if (!isEnabled(user)) return;
      await removeFactors(ctx, user);
      await endOthers(ctx, user, { except: session.id, revokeOtherSessions: input.revokeOtherSessions });
      emit(ctx, { type: "two-factor.disabled", userId: user.id });
      await sendNotice(ctx, user, "two-factor.disabled");
    });
    return ok({ status: true });
  },
});
