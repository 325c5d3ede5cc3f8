import { after } from "../../adapter/where.js";
import type { Context, HookContext, TxContext } from "../../contract/context.js";
import { randomText } from "../../secret/random.js";
import { type OutboxRow, outboxModel } from "../models.js";

/** An attempt that has the lease of an entry. */
export interface ClaimedEntry {
  /** The row, with the lease of this attempt. */
  readonly row: OutboxRow & { readonly lease: string };
  /** Whether an earlier attempt may have had its effect. */
  readonly isUnknown: boolean;
}

/**
 * The lease ends so long after the timeout of the attempt. A clock that jumps is wrong for up to 30 seconds, until the
 * process asks the database again: the clocks of two processes together do not end the lease of a running attempt.
 */
const marginSeconds = 60;
/** A waiting entry is looked at again then; the end of the entry before wakes the entry earlier. */
const waitingSeconds = 3600;

export const afterSeconds = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

/** When the lease of an attempt ends that begins now. */
export const leaseEnd = (now: Date, { timeoutSeconds }: { readonly timeoutSeconds: number }): Date =>
  afterSeconds(now, timeoutSeconds + marginSeconds);

/** The entry must wait for an earlier entry of its owner. */
interface Waiting {
  readonly waitsFor: string;
}

/**
 * Takes the lease of an entry; null if the entry is not due, another worker has it, or an earlier entry of the owner is
 * unfinished. Of many callers one gets the entry.
 */
export async function claimEntry(ctx: Context, id: string): Promise<ClaimedEntry | null> {
  const claimed = await claimFirst(ctx, id);
  if (claimed === null || "row" in claimed) return claimed;
  // The earlier entry has ended meanwhile: now this entry may be the first.
  return (await letWait(ctx, id, claimed.waitsFor)) ? null : claimEntry(ctx, id);
}

function claimFirst(ctx: Context, id: string): Promise<ClaimedEntry | Waiting | null> {
  return ctx.transactionOn(outboxModel, id, async (ctx, row) => {
    const kind = ctx.outbox?.kinds.get(row.kind)?.kind;
    const now = ctx.databaseClock.now();
    if (!kind || row.state !== "pending" || row.dueAt > now) return null;
    const first = row.owner === null || row.position === 0 ? null : await firstOf(ctx, row.owner);
    if (first && first.id !== id) return { waitsFor: first.id };
    const claim = {
      lease: randomText(24),
      dueAt: leaseEnd(now, kind),
      // The question is about the attempt with an earlier input.
      isReplaced: row.isReplaced && row.lease !== null && kind.ifUnknown === "ask",
      attempts: row.attempts + 1,
    };
    await ctx.db.update(outboxModel, id, claim);
    return { row: { ...row, ...claim }, isUnknown: row.lease !== null };
  });
}

/**
 * Puts an entry off, under the lock of the earlier entry: so the end of the earlier entry, which makes this entry due,
 * comes later. False if the earlier entry has ended, or ends here: an expired entry of a kind that the app no longer has.
 */
async function letWait(ctx: Context, id: string, earlierId: string): Promise<boolean> {
  const isWaiting = await ctx.transactionOn(outboxModel, earlierId, async (ctx, earlier) => {
    if (earlier.state !== "pending") return false;
    if (!ctx.outbox?.kinds.has(earlier.kind) && earlier.expiresAt < ctx.databaseClock.now()) {
      await fail(ctx, earlier, "The entry has expired, and no plugin lists its kind.");
      return false;
    }
    await ctx.db.update(outboxModel, id, { dueAt: afterSeconds(ctx.databaseClock.now(), waitingSeconds) });
    return true;
  });
  return isWaiting ?? false;
}

/** Ends an entry for good, under the lock of its row. */
export async function fail(ctx: TxContext, row: OutboxRow, lastError: string): Promise<void> {
  const { id, kind, key, owner, attempts, lease } = row;
  await ctx.db.update(outboxModel, id, { state: "failed", lease, lastError, dueAt: ctx.databaseClock.now() });
  ctx.emit({ type: "outbox.failed", id, kind, key, owner, attempts, error: lastError });
}

/** The owner's first unfinished entry with an order. */
export async function firstOf(ctx: Pick<HookContext, "db">, owner: string): Promise<OutboxRow | null> {
  const where = { owner, state: "pending", position: after(0) };
  const [first] = await ctx.db.list(outboxModel, where, { orderBy: "position", limit: 1 });
  return first ?? null;
}

/** Makes the owner's first entry due: it may have waited for an entry that has ended. Answers its id. */
export async function wakeFirst(ctx: HookContext, owner: string): Promise<string | null> {
  const first = await firstOf(ctx, owner);
  if (first) await ctx.db.update(outboxModel, first.id, { dueAt: ctx.databaseClock.now() });
  return first?.id ?? null;
}
