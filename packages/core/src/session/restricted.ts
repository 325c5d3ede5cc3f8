import { pagesOf } from "../adapter/pages.js";
import type { Context, Session, TxContext } from "../contract/context.js";
import { AuthError, commonErrors } from "../contract/errors.js";
import { sessionModel, type User } from "../model/models.js";
import { actorOf } from "./actor.js";
import { endSession } from "./close.js";
import { requireNoRecovery } from "./proof.js";
import { stepUpMethods } from "./step-up.js";

/**
 * Whether the user of a session must have a second factor and has not given a factor: by the hooks at
 * "session.restricted", which read no row. An administrator who acts in the user's place is not restricted by the
 * user's factors.
 */
export const isRestricted = (ctx: Pick<Context, "hooks" | "now" | "actorColumns">, session: Session): boolean => {
  const hooks = ctx.hooks("session.restricted");
  if (hooks.length === 0 || actorOf(ctx, session) !== null) return false;
  const now = ctx.now();
  return hooks.some((hook) => hook(session, now));
};

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
  if (isRestricted(ctx, session)) await failRestricted(ctx, session);
}

/** Ends the sessions of a locked user that a change of the user restricts, e.g. a promotion. */
export async function endRestricted(
  ctx: TxContext,
  { before, after }: { readonly before: User; readonly after: User },
): Promise<void> {
  if (ctx.hooks("session.restricted").length === 0) return;
  for await (const sessions of pagesOf(ctx.db, sessionModel, { userId: after.id }))
    for (const session of sessions) {
      if (isRestricted(ctx, { ...session, user: before }) || !isRestricted(ctx, { ...session, user: after })) continue;
      await endSession(ctx, session, "factors changed");
    }
}
