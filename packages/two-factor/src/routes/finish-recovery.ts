import { askedOf, ok, publicUser, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endSessions, resumeSignIn } from "@keyhold/core/session";
import { sendNotice } from "../emails.js";
import { endpoint } from "../endpoint.js";
import { twoFactorErrors } from "../errors.js";
import { emit } from "../events.js";
import { removeFactors } from "../factor/factor.js";
import { resetOtherFactors } from "../hooks/uses.js";
import { requireRecoverable } from "../proof/subject.js";
import { recovered } from "../recovery/marks.js";
import { findRecovery, removeRecovery } from "../recovery/recovery.js";
import { verified } from "../schemas.js";

export const finishRecovery = endpoint({
  route: "POST /two-factor/finish-recovery",
  access: "optional",
  isPersonal: true,
  doc: "Removes the second factors after the wait, ends other sessions, and opens one that may only enrol again.",
  input: z.object({}),
  output: verified,
  errors: [
    "INVALID_TWO_FACTOR_COOKIE",
    "RECOVERY_NOT_ENABLED",
    "RECOVERY_NOT_ALLOWED",
    "RECOVERY_NOT_STARTED",
    "RECOVERY_TOO_EARLY",
    "FAILED_TO_CREATE_SESSION",
  ],
  limit: { windowSeconds: 60, max: 10 },
  async handle({ caller, ctx }, { recovery }) {
    if (!recovery) return ctx.fail(twoFactorErrors.RECOVERY_NOT_ENABLED);
    const pending = await requireRecoverable(ctx, caller);
    const { userId } = pending;
    const done = await ctx.transactionOn(userModel, userId, async (ctx, user) => {
      const started = await findRecovery(ctx, userId);
      if (!started) return ctx.fail(twoFactorErrors.RECOVERY_NOT_STARTED);
      const left = Math.ceil((started.endsAt.getTime() - ctx.now().getTime()) / 1000);
      if (left > 0) return ctx.fail(twoFactorErrors.RECOVERY_TOO_EARLY, { headers: { "retry-after": String(left) } });
      const without = { ...user, twoFactorEnabled: false };
      const before = async (): Promise<void> => {
        await removeRecovery(ctx, userId);
        await removeFactors(ctx, user);
        await resetOtherFactors(ctx, user);
        await recovered.put(ctx, userId, "");
        await endSessions(ctx, user, { reason: "factors changed" });
      };
      const opened = await resumeSignIn(ctx, without, pending, { methods: ["recovery"], caller, before });
      if (!opened) return ctx.fail(twoFactorErrors.INVALID_TWO_FACTOR_COOKIE);
      emit(ctx, { type: "two-factor.recovery-finished", userId });
      await sendNotice(ctx, user, "two-factor.recovery-finished");
      return { opened, user: publicUser(ctx, without) };
    });
    if (!done) return ctx.fail(twoFactorErrors.INVALID_TWO_FACTOR_COOKIE);
    const { opened, user } = done;
    if (opened.kind === "asked") return askedOf(opened);
    const { callbackURL } = pending;
    const answer = { token: opened.token, user, redirect: callbackURL !== null };
    return ok(callbackURL === null ? answer : { ...answer, url: callbackURL }, opened.cookies);
  },
});
