import type { Session } from "@keyhold/core";
import { isFresh, isRecovering, proofIn, type VerifiedPassword, verifyOwnPassword } from "@keyhold/core/internal";
import { type Caller, type Context, commonErrors } from "@keyhold/core/plugin";

/** How long a proof of a second factor counts for a change of the factors. */
const recentSeconds = 600;

/**
 * Fails unless a second factor was given in this session in the last ten minutes. After a recovery the user has
 * no factor to give.
 *
 * @throws AuthError STEP_UP_REQUIRED
 */
export function requireRecentFactor(ctx: Context, session: Session): void {
  if (isRecovering(ctx, session)) return;
  const given = proofIn(ctx, session)?.factorTime ?? null;
  const isRecent = given !== null && given.getTime() >= ctx.now().getTime() - recentSeconds * 1000;
  if (!isRecent) ctx.fail(commonErrors.STEP_UP_REQUIRED);
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
  if (!(await isFresh(ctx, session))) return ctx.fail(commonErrors.SESSION_IS_NOT_FRESH);
  return null;
}
