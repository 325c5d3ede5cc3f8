import { confirmPassword } from "@keyhold/core/passwords";
import { type Context, userModel } from "@keyhold/core/plugin";
import { twoFactorErrors } from "../errors.js";
import { enableImported } from "../factor/enable.js";
import { endOthers, factorOf, isEnabled, issueBackupCodes, replaceBackupCodes, writeFactor } from "../factor/factor.js";

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
  const isApp = "secret" in factor;
  const isDone = await ctx.transactionOn(userModel, userId, async (ctx, user) => {
    const confirmed = isApp ? { verified: true, lastUsedStep: null, createdAt: ctx.now() } : {};
    await writeFactor(ctx, user, await factorOf(ctx, userId), { ...factor, ...confirmed });
    await replaceBackupCodes(ctx, user, codes);
    await enableImported(ctx, user, isApp ? "totp" : "otp");
    // The app vouches for the first factor: no attacker of an earlier reset has enrolled it.
    if (!isEnabled(user)) await confirmPassword(ctx, user);
    await endOthers(ctx, user, { except: undefined, revokeOtherSessions: true });
    return true;
  });
  if (!isDone) return ctx.fail(twoFactorErrors.USER_NOT_FOUND);
  return codes.shown;
}
