import type { Session } from "@keyhold/core";
import type { Caller, Context } from "@keyhold/core/plugin";
import { checkStepUp, enrolledFactors, factorsAsked } from "@keyhold/core/session";

/**
 * Fails unless a second factor was given in this session a short time ago, if sign-ins ask the user for a passkey: with
 * `asSecondFactor`, or if the app requires a second factor.
 *
 * @returns whether sign-ins ask the user for a passkey
 * @throws AuthError STEP_UP_REQUIRED
 */
export async function requireFactor(ctx: Context, session: Session, caller: Caller): Promise<boolean> {
  if ((await factorsAsked(ctx, session.user, caller)).length === 0) return false;
  await checkStepUp(ctx, session, { maxAgeSeconds: ctx.settings.session.stepUpAgeSeconds, factors: 2 });
  return true;
}

/**
 * Fails if the user has a second factor and this session has never given a second factor. Between the options and the
 * answer of the browser, the user may have enrolled the factor in another session.
 *
 * @throws AuthError STEP_UP_REQUIRED
 */
export async function requireLaterFactor(ctx: Context, session: Session): Promise<void> {
  await checkStepUp(ctx, session, { maxAgeSeconds: 0, factors: await enrolledFactors(ctx, session.user) });
}
