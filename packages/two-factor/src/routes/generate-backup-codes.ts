import { ok, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { requireLiveSession } from "@keyhold/core/session";
import { sendNotice } from "../emails.js";
import { endpoint } from "../endpoint.js";
import { twoFactorErrors } from "../errors.js";
import { emit } from "../events.js";
import { endOthers, isEnabled, issueBackupCodes, replaceBackupCodes } from "../factor/factor.js";
import { verifyGivenPassword } from "../proof/given-password.js";
import { requireRecentFactor } from "../proof/recent-factor.js";
import { stopRecovery } from "../recovery/recovery.js";
import { password, revokeOtherSessions } from "../schemas.js";

export const generateBackupCodes = endpoint({
  route: "POST /two-factor/generate-backup-codes",
  access: "session",
  allowsRecovery: true,
  isPersonal: true,
  doc: "Replaces the backup codes by ten new ones, shown once, if a second factor was proven in this session in the last ten minutes. Other sessions end, unless `revokeOtherSessions` is false.",
  input: z.object({ password, revokeOtherSessions }),
  output: z.object({ status: z.boolean(), backupCodes: z.array(z.string()) }),
  errors: ["TWO_FACTOR_NOT_ENABLED", "INVALID_PASSWORD", "CREDENTIAL_ACCOUNT_NOT_FOUND"],
  limit: { windowSeconds: 60, max: 10 },
  hashes: true,
  async handle({ input, session, caller, ctx }, options) {
    if (!isEnabled(session.user)) return ctx.fail(twoFactorErrors.TWO_FACTOR_NOT_ENABLED);
    await requireRecentFactor(ctx, session);
    await verifyGivenPassword(ctx, session.user, input.password, caller);
    const codes = await issueBackupCodes();
    await ctx.transactionOn(userModel, session.userId, async (ctx, user) => {
      await requireLiveSession(ctx, session);
      if (!isEnabled(user)) return ctx.fail(twoFactorErrors.TWO_FACTOR_NOT_ENABLED);
      await replaceBackupCodes(ctx, user, codes);
      await stopRecovery(ctx, options, user.id);
      await endOthers(ctx, user, { except: session.id, revokeOtherSessions: input.revokeOtherSessions });
      emit(ctx, { type: "two-factor.backup-codes-renewed", userId: user.id });
      await sendNotice(ctx, user, "two-factor.backup-codes-renewed");
    });
    return ok({ status: true, backupCodes: codes.shown });
  },
});
