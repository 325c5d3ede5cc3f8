import type { Context, Session } from "../contract/context.js";
import { AuthError, commonErrors } from "../contract/errors.js";
import { requireNoRecovery } from "./proof.js";
import { isRestricted } from "./restricted.js";
import { stepUpMethods } from "./step-up.js";

/**
 * Fails for a restricted session: the error names the factors that the user has; an empty list: the user enrols a
 * factor.
 *
 * @throws AuthError STEP_UP_REQUIRED
 */
export async function failRestricted(ctx: Context, session: Session): Promise<never> {
  const methods = await stepUpMethods(ctx, session, 2);
  throw new AuthError(commonErrors.STEP_UP_REQUIRED, { stepUp: { methods, maxAgeSeconds: 0, factors: 2 } });
}

/**
 * Fails in a session after a recovery and in a restricted session: for a route that checks the session itself, e.g. the
 * link of an email.
 *
 * @throws AuthError STEP_UP_REQUIRED
 */
export async function requireOrdinary(ctx: Context, session: Session): Promise<void> {
  requireNoRecovery(ctx, session);
  if (await isRestricted(ctx, session)) await failRestricted(ctx, session);
}
