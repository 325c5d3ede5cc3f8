import { before, isIn } from "../../adapter/where.js";
import type { Context, HookContext } from "../../contract/context.js";
import type { Schema } from "../../model/schema.js";
import { outboxModel } from "../models.js";
import { attemptEntry } from "./attempt.js";
import type { Settled } from "./settle.js";

/** How many attempts ended in which way. */
export type WorkCounts = Record<Settled["outcome"], number>;

const noCounts = (): WorkCounts => ({ done: 0, retried: 0, failed: 0, lost: 0 });

/** Entries that a worker runs concurrently. */
const maxConcurrent = 8;
const pageLength = 2 * maxConcurrent;

/** Runs every due entry, until no entry is due or the time is over. */
export async function workOff(ctx: Context, maxSeconds: number): Promise<WorkCounts> {
  const counts = noCounts();
  const endsAt = ctx.now().getTime() + maxSeconds * 1000;
  const isOver = (): boolean => ctx.now().getTime() >= endsAt;
  for (;;) {
    const ids = [...(await dueEntries(ctx))];
    if (ids.length === 0) return counts;
    const lane = async (): Promise<void> => {
      for (let id = ids.shift(); id !== undefined; id = isOver() ? undefined : ids.shift())
        await runWithNext(ctx, id, { counts, isOver });
    };
    await allOf(Array.from({ length: maxConcurrent }, lane));
    if (isOver()) return counts;
  }
}

/** Rejects with the first error after the others have ended: no work goes on behind the caller's back. */
async function allOf(works: readonly Promise<void>[]): Promise<void> {
  const ended = await Promise.allSettled(works);
  for (const one of ended) if (one.status === "rejected") throw one.reason;
}

/** The ids of due entries, of the kinds that this process knows: an older process leaves the entries of a newer process. */
async function dueEntries(ctx: Context): Promise<readonly string[]> {
  await ctx.databaseClock.synchronize();
  const dueAt = before(new Date(ctx.databaseClock.now().getTime() + 1));
  const kind = isIn([...(ctx.outbox?.kinds.keys() ?? [])]);
  const rows = await ctx.db.list(
    outboxModel,
    { state: "pending", dueAt, kind },
    { orderBy: "dueAt", limit: pageLength },
  );
  return rows.map(({ id }) => id);
}

interface Run {
  readonly counts: WorkCounts;
  readonly isOver: () => boolean;
}

/** Runs an entry, and then the entries of the owner that have waited for it. */
async function runWithNext(ctx: Context, id: string, { counts, isOver }: Run): Promise<void> {
  for (let next: string | null = id; next !== null; ) {
    const settled: Settled | null = await attemptEntry(ctx, next);
    if (!settled) return;
    counts[settled.outcome] += 1;
    next = isOver() ? null : settled.next;
  }
}

/** What the running requests of a process have added. */
interface Lanes {
  running: number;
  readonly waiting: string[];
}
const lanesOf = new WeakMap<Schema, Lanes>();
const endless: Run["isOver"] = () => false;

/** Runs an entry after the commit and the response, with a few others at most at once. */
export function runSoon(ctx: HookContext, id: string): void {
  ctx.later("Running an outbox entry", async (ctx) => {
    const lanes = lanesOf.get(ctx.schema) ?? { running: 0, waiting: [] };
    lanesOf.set(ctx.schema, lanes);
    lanes.waiting.push(id);
    if (lanes.running >= maxConcurrent) return;
    lanes.running += 1;
    try {
      for (let next = lanes.waiting.shift(); next !== undefined; next = lanes.waiting.shift())
        await runWithNext(ctx, next, { counts: noCounts(), isOver: endless });
    } finally {
      lanes.running -= 1;
    }
  });
}

/** The last look of each auth of this process at due entries, in milliseconds since 1970. */
const lastLooks = new WeakMap<Schema, number>();
const lookMilliseconds = 5000;
const backgroundSeconds = 20;

/** Runs due entries after the response, at most once in 5 seconds of this process. */
export function workWhenDue(ctx: Context): void {
  if (ctx.isInAppTransaction) return;
  const passed = ctx.now().getTime() - (lastLooks.get(ctx.schema) ?? Number.NEGATIVE_INFINITY);
  // Negative: the clock was set back, by an unknown time.
  if (passed >= 0 && passed < lookMilliseconds) return;
  lastLooks.set(ctx.schema, ctx.now().getTime());
  ctx.later("Running due outbox entries", (ctx) => workOff(ctx, backgroundSeconds));
}
