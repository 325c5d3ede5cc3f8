import { mayEmail, ok, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { sendRecoveryEmail } from "../emails.js";
import { endpoint } from "../endpoint.js";
import { hasOtherFactor } from "../enrol/required.js";
import { twoFactorErrors } from "../errors.js";
import { emit } from "../events.js";
import { isEnabled } from "../factor/factor.js";
import { requireLivePending, requireRecoverable } from "../proof/subject.js";
import { findRecovery, insertRecovery } from "../recovery/recovery.js";
import { insertReminder } from "../recovery/reminder.js";

export const startRecovery = endpoint({
  route: "POST /two-factor/start-recovery",
  access: "optional",
  isPersonal: true,
  doc: "Begins the wait after which the user of the pending sign-in gets in without a second factor, and writes to the user. A second call answers the same end.",
  input: z.object({}),
  output: z.object({ status: z.boolean(), endsAt: z.date() }),
  errors: [
    "INVALID_TWO_FACTOR_COOKIE",
    "RECOVERY_NOT_ENABLED",
    "RECOVERY_NOT_ALLOWED",
    "TWO_FACTOR_NOT_ENABLED",
    "TOO_MANY_ATTEMPTS",
  ],
  limit: { windowSeconds: 60, max: 5 },
  async handle({ caller, ctx }, { recovery }) {
    if (!recovery) return ctx.fail(twoFactorErrors.RECOVERY_NOT_ENABLED);
    const pending = await requireRecoverable(ctx, caller);
    const { userId } = pending;
    // The email of a recovery is the protection of the owner: beyond the limit of emails no recovery starts.
    const user = await ctx.db.find(userModel, { id: userId });
    const mayStart =
      (await findRecovery(ctx, userId)) !== null ||
      (user !== null && (await mayEmail(ctx, "two-factor.recovery-started", user.email)));
    if (!mayStart) return ctx.fail(twoFactorErrors.TOO_MANY_ATTEMPTS);
    const endsAt = await ctx.transactionOn(userModel, userId, async (ctx, user) => {
      await requireLivePending(ctx, user, pending);
      if (!isEnabled(user) && !(await hasOtherFactor(ctx, user, pending.methods)))
        return ctx.fail(twoFactorErrors.TWO_FACTOR_NOT_ENABLED);
      const present = await findRecovery(ctx, userId);
      if (present) return present.endsAt;
      const endsAt = new Date(ctx.now().getTime() + recovery.delaySeconds * 1000);
      const token = await insertRecovery(ctx, userId, endsAt);
      await insertReminder(ctx, userId, endsAt);
      emit(ctx, { type: "two-factor.recovery-started", userId, endsAt });
      await sendRecoveryEmail(ctx, user, { kind: "two-factor.recovery-started", token, endsAt });
      return endsAt;
    });
    return ok({ status: true, endsAt: endsAt ?? ctx.fail(twoFactorErrors.INVALID_TWO_FACTOR_COOKIE) });
  },
});
