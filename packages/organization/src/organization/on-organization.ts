import type { Session } from "@keyhold/core";
import type { Context, TxContext } from "@keyhold/core/plugin";
import { requireLiveSession } from "@keyhold/core/session";
import type { LockedOrganization } from "../hooks/offers.js";
import { organizationModel } from "../models.js";

/** The organization of a call, and the session of the caller. */
export interface CallOn {
  readonly session: Session;
  readonly organizationId: string;
}

/**
 * Runs `work` in a transaction on an organization, if the session of the caller has not ended since it was read: what a
 * user asked for in a session that was revoked has no effect. Null: the organization does not exist.
 *
 * @throws AuthError UNAUTHORIZED
 */
export async function onOrganization<T, Code extends string>(
  ctx: Context<Code>,
  { session, organizationId }: CallOn,
  work: (ctx: TxContext<Code>, organization: LockedOrganization) => Promise<T>,
): Promise<T | null> {
  const done = await ctx.transactionOn(organizationModel, organizationId, async (ctx, organization) => {
    await requireLiveSession(ctx, session);
    return { answer: await work(ctx, organization) };
  });
  return done === null ? null : done.answer;
}
