import { confirmPassword } from "@keyhold/core/passwords";
import { type Context, userModel } from "@keyhold/core/plugin";
import { twoFactorErrors } from "./errors.js";
import { endOthers, factorOf, isEnabled, issueBackupCodes, replaceBackupCodes, setEnabled } from "./factor.js";
import { twoFactorModel } from "./models.js";

/** A factor that a user has confirmed in another system: the encrypted secret of an authenticator app, or sent codes. */
export type ImportedFactor = { readonly secret: string } | { readonly otpEnabled: true };

/**
 * Writes a factor of another system beside the user's present ones, and ends the user's sessions.
 *
 * @returns ten new backup codes
 * @throws AuthError USER_NOT_FOUND
 */
export async function importFactor(
  ctx: Context<"USER_NOT_FOUND">,
  userId: string,
  factor: ImportedFactor,
): Promise<string[]> {
  const codes = await issueBackupCodes();
  const isDone = await ctx.transactionOn(userModel, userId, async (ctx, user) => {
    const now = ctx.now();
    const present = await factorOf(ctx, userId);
    const confirmed = "secret" in factor ? { verified: true, lastUsedStep: null, createdAt: now } : {};
    const values = { ...factor, ...confirmed, updatedAt: now };
    if (present) await ctx.db.update(twoFactorModel, present.id, values, user);
    else
      await ctx.db.insert(twoFactorModel, { createdAt: now, ...values, userId }, user, {
        onConflict() {
          throw new Error("A user without factors had some already.");
        },
      });
    await replaceBackupCodes(ctx, user, codes);
    await setEnabled(ctx, user, true);
    // The app vouches for the first factor: no attacker of an earlier reset has enrolled it.
    if (!isEnabled(user)) await confirmPassword(ctx, user);
    await endOthers(ctx, user, { except: undefined, revokeOtherSessions: true });
    return true;
  });
  if (!isDone) return ctx.fail(twoFactorErrors.USER_NOT_FOUND);
  return codes.shown;
}
