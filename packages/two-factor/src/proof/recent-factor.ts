import type { Session } from "@keyhold/core";
import { type VerifiedPassword, verifyOwnPassword } from "@keyhold/core/passwords";
import type { Caller, Context } from "@keyhold/core/plugin";
import { checkStepUp, isRecovering } from "@keyhold/core/session";

/** How long a proof of a second factor counts for a change of the factors. */
export const recentSeconds = 600;

/**
 * Fails unless a second factor was given in this session in the last ten minutes. After a recovery the user has
 * no factor to give.
 *
 * @throws AuthError STEP_UP_REQUIRED
 */
export async function requireRecentFactor(ctx: Context, session: Session): Promise<void> {
  if (!isRecovering(ctx, session)) await checkStepUp(ctx, session, { maxAgeSeconds: recentSeconds, factors: 2 });
}

type PasswordCode = "CREDENTIAL_ACCOUNT_NOT_FOUND" | "INVALID_PASSWORD";

/**
 * Checks the password of the session's user before a change of the factors. A user without a password needs a fresh
 * session instead: null.
 *
 * @throws AuthError INVALID_PASSWORD, SESSION_IS_NOT_FRESH, TOO_MANY_REQUESTS
 */
export async function checkPassword(
  ctx: Context<PasswordCode>,
  session: Session,
  {
    password,
    hasPassword,
    caller,
  }: { readonly password: string; readonly hasPassword: boolean; readonly caller: Caller },
): Promise<VerifiedPassword | null> {
  if (hasPassword) return verifyOwnPassword(ctx, session.user, password, caller);
  await checkStepUp(ctx, session, { maxAgeSeconds: ctx.settings.session.stepUpAgeSeconds, factors: 1 });
  return null;
}
