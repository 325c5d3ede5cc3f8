import type { Locked } from "../adapter/adapter.js";
import { after } from "../adapter/where.js";
import type { TxContext } from "../contract/context.js";
import { sessionModel, type userModel } from "../model/models.js";
import { endSession } from "./close.js";

/** Maximum sessions that a single sign-in ends, e.g. the first sign-in after the app has lowered the maximum. */
const maxEnded = 500;

/** Ends the oldest sessions of a locked user, so that another session does not exceed `session.maxSessionsPerUser`. */
export async function endOldestSessions(ctx: TxContext, user: Locked<typeof userModel>): Promise<void> {
  const { maxSessionsPerUser: max } = ctx.settings.session;
  if (max === Number.POSITIVE_INFINITY) return;
  const active = { userId: user.id, expiresAt: after(ctx.now()) };
  const excess = (await ctx.db.count(sessionModel, active)) - max + 1;
  if (excess <= 0) return;
  const limit = Math.min(excess, maxEnded);
  for (const session of await ctx.db.list(sessionModel, active, { orderBy: "createdAt", limit }))
    await endSession(ctx, session, "too many sessions");
}
