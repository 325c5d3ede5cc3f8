import { removePages } from "../adapter/remove-pages.js";
import { before } from "../adapter/where.js";
import type { Context } from "../contract/context.js";
import { rateLimitModel, sessionModel, verificationModel } from "../model/models.js";
import type { Schema } from "../model/schema.js";

const hour = 3_600_000;

/** The last sweep of each auth of this process, in milliseconds since 1970. */
const lastSweeps = new WeakMap<Schema, number>();

/** Removes expired rows after the response, at most once an hour: a row that is never read again would stay forever. */
export function sweepWhenDue(ctx: Context): void {
  const passed = ctx.now().getTime() - (lastSweeps.get(ctx.schema) ?? Number.NEGATIVE_INFINITY);
  // Negative: the clock was set back, by an unknown time.
  if (passed >= 0 && passed < hour) return;
  lastSweeps.set(ctx.schema, ctx.now().getTime());
  ctx.later("Removing expired rows", () => sweep(ctx));
}

/** Removes all expired sessions, one-time tokens and counters, in short steps; answers how many. */
export async function sweep(ctx: Context): Promise<number> {
  const { db, schema, databaseClock } = ctx;
  lastSweeps.set(schema, ctx.now().getTime());
  // A process with a clock ahead of the others must not remove rows that are valid for them.
  await databaseClock.synchronize();
  const now = databaseClock.now();
  const sessions = await removePages(db, sessionModel, { expiresAt: before(now) });
  const oneTimeTokens = await removePages(db, verificationModel, { expiresAt: before(now) });
  const counters = schema.models.has(rateLimitModel.name)
    ? await removePages(db, rateLimitModel, { lastRequest: before(now.getTime()) })
    : 0;
  await runHooks(ctx);
  return sessions + oneTimeTokens + counters;
}

/** A hook that fails keeps no other hook from its work: e.g. reminders of one plugin, and rows of another plugin. */
async function runHooks(ctx: Context): Promise<void> {
  const failed: unknown[] = [];
  for (const hook of ctx.hooks("sweep"))
    try {
      await hook(ctx);
    } catch (error) {
      failed.push(error);
    }
  if (failed.length > 0) throw failed[0];
}
