import { removePages } from "../adapter/remove-pages.js";
import { before } from "../adapter/where.js";
import type { Context } from "../contract/context.js";
import { rateLimitModel, sessionModel, verificationModel } from "../model/models.js";
import type { Schema } from "../model/schema.js";

const hour = 3_600_000;

/** When each auth of this process last removed what had expired, in milliseconds since 1970. */
const lastSweeps = new WeakMap<Schema, number>();

/** Removes expired rows behind the answer, at most once an hour: a row that is never read again would stay for ever. */
export function sweepWhenDue(ctx: Context): void {
  const passed = ctx.now().getTime() - (lastSweeps.get(ctx.schema) ?? Number.NEGATIVE_INFINITY);
  // Less than nothing: the clock was set back, and for how long is not known.
  if (passed >= 0 && passed < hour) return;
  lastSweeps.set(ctx.schema, ctx.now().getTime());
  ctx.later("Removing what expired", () => sweep(ctx));
}

/** Removes expired sessions, tickets and counters, however many, in short steps; answers how many. */
export async function sweep(ctx: Context): Promise<number> {
  const { db, schema, databaseClock } = ctx;
  lastSweeps.set(schema, ctx.now().getTime());
  // A process with a clock that is ahead must not remove what is valid for the others.
  await databaseClock.synchronize();
  const now = databaseClock.now();
  const sessions = await removePages(db, sessionModel, { expiresAt: before(now) });
  const oneTimeTokens = await removePages(db, verificationModel, { expiresAt: before(now) });
  const counters = schema.models.has(rateLimitModel.name)
    ? await removePages(db, rateLimitModel, { lastRequest: before(now.getTime()) })
    : 0;
  return sessions + oneTimeTokens + counters;
}
