import { before, isIn } from "../adapter/where.js";
import type { Context } from "../contract/context.js";
import { rateLimitModel, sessionModel, verificationModel } from "../model/models.js";
import type { Schema } from "../model/schema.js";

const hour = 3_600_000;
const pageLength = 500;

/** When each auth of this process last swept, in milliseconds since 1970. */
const lastSweeps = new WeakMap<Schema, number>();

/** Sweeps behind the answer, if the last time was an hour ago: rows of which nobody reads the end would stay for ever. */
export function sweepWhenDue(ctx: Context): void {
  const passed = ctx.now().getTime() - (lastSweeps.get(ctx.schema) ?? Number.NEGATIVE_INFINITY);
  // Less than nothing: the clock was set back, and for how long is not known.
  if (passed >= 0 && passed < hour) return;
  lastSweeps.set(ctx.schema, ctx.now().getTime());
  ctx.later("Removing what expired", () => sweep(ctx));
}

/** Removes sessions, tickets and counters whose time is over; answers how many. */
export async function sweep(ctx: Context): Promise<number> {
  const now = ctx.now();
  lastSweeps.set(ctx.schema, now.getTime());
  const sessions = await sweepSessions(ctx, now);
  const tickets = await ctx.db.remove(verificationModel, { expiresAt: before(now) });
  const counters = ctx.schema.models.has(rateLimitModel.name)
    ? await ctx.db.remove(rateLimitModel, { lastRequest: before(now.getTime()) })
    : 0;
  return sessions + tickets + counters;
}

/** Some at a time: a table that was never swept may hold millions, and nobody is to wait behind their removal. */
async function sweepSessions({ db }: Context, now: Date): Promise<number> {
  const expired = { expiresAt: before(now) };
  let removed = 0;
  for (;;) {
    const page = await db.list(sessionModel, expired, { orderBy: "expiresAt", limit: pageLength });
    removed +=
      page.length === 0 ? 0 : await db.remove(sessionModel, { ...expired, id: isIn(page.map(({ id }) => id)) });
    if (page.length < pageLength) return removed;
  }
}
