import { ok, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { encodeBase32NoPadding } from "@oslojs/encoding";
import { endpoint } from "../endpoint.js";
import { twoFactorErrors } from "../errors.js";
import { encryptSecret, endOthers, factorOf, issueBackupCodes, replaceBackupCodes, setEnabled } from "../factor.js";
import { twoFactorModel } from "../models.js";
import { readSecret } from "../totp.js";

export const importTotp = endpoint({
  route: "POST /import-totp",
  access: "public",
  isServerOnly: true,
  doc: "Takes over the secret of an authenticator app that a user has confirmed in another system; answers ten backup codes.",
  input: z.object({ userId: z.string(), secret: z.string() }),
  output: z.object({ backupCodes: z.array(z.string()) }),
  errors: ["INVALID_SECRET", "USER_NOT_FOUND"],
  async handle({ input: { userId, secret: given }, ctx }) {
    const bytes = readSecret(given);
    if (!bytes) return ctx.fail(twoFactorErrors.INVALID_SECRET);
    const secret = await encryptSecret(ctx, userId, encodeBase32NoPadding(bytes));
    const codes = await issueBackupCodes();
    const isDone = await ctx.transactionOn(userModel, userId, async (ctx, user) => {
      const now = ctx.now();
      const present = await factorOf(ctx, userId);
      const values = { secret, verified: true, lastUsedStep: null, createdAt: now, updatedAt: now };
      if (present) await ctx.db.update(twoFactorModel, present.id, values, user);
      else
        await ctx.db.insert(twoFactorModel, { ...values, userId }, user, {
          onConflict() {
            throw new Error("A user without factors had some already.");
          },
        });
      await replaceBackupCodes(ctx, user, codes);
      await setEnabled(ctx, user, true);
      await endOthers(ctx, user, undefined);
      return true;
    });
    if (!isDone) return ctx.fail(twoFactorErrors.USER_NOT_FOUND);
    return ok({ backupCodes: codes.shown });
  },
});
