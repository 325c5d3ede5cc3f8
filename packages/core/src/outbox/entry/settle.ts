import type { Context, TxContext } from "../../contract/context.js";
import { randomFraction } from "../../secret/random.js";
import { type OutboxRow, outboxModel } from "../models.js";
import { type ClaimedEntry, wakeFirst } from "./claim.js";
import { backoffMilliseconds, type ReadFailure } from "./failure.js";

/**
 * What became of an attempt: `lost`: the lease has ended and another worker has the entry, so this attempt recorded
 * nothing. `next`: the entry to run now, of the owner or of a replaced input.
 */
export interface Settled {
  readonly outcome: "done" | "retried" | "failed" | "lost";
  readonly next: string | null;
}

const lost: Settled = { outcome: "lost", next: null };

/** Ends an entry after its work: `finish` writes the result in the same transaction. */
export async function settleDone(
  ctx: Context,
  claimed: ClaimedEntry,
  finish: (ctx: TxContext) => Promise<void>,
): Promise<Settled> {
  return underLease(ctx, claimed, async (ctx, row) => {
    await finish(ctx);
    if (row.isReplaced) {
      const now = ctx.databaseClock.now();
      await ctx.db.update(outboxModel, row.id, { isReplaced: false, lease: null, attempts: 0, dueAt: now });
      return { outcome: "done", next: row.id };
    }
    await ctx.db.remove(outboxModel, { id: row.id });
    return { outcome: "done", next: await wakeNext(ctx, row) };
  });
}

/** A failed attempt. */
export interface FailedAttempt extends ReadFailure {
  /** Whether the work may have been done, by this attempt or an earlier one. */
  readonly isUnknown: boolean;
}

/** Records a failed attempt: the entry is due again later, or has failed for good. */
export async function settleFailed(ctx: Context, claimed: ClaimedEntry, failure: FailedAttempt): Promise<Settled> {
  return underLease(ctx, claimed, async (ctx, row) => {
    const now = ctx.databaseClock.now();
    const waits = (failure.retryAfterSeconds ?? 0) * 1000;
    const dueAt = new Date(now.getTime() + Math.max(waits, backoffMilliseconds(row.attempts, randomFraction())));
    const lease = failure.isUnknown ? row.lease : null;
    const lastError = failure.message;
    if (!failure.isFinal && dueAt <= row.expiresAt) {
      await ctx.db.update(outboxModel, row.id, { lease, lastError, dueAt });
      return { outcome: "retried", next: null };
    }
    // The lease stays if the outcome is unknown: a repetition by hand asks first.
    await ctx.db.update(outboxModel, row.id, { state: "failed", lease, lastError, dueAt: now });
    const { id, kind, key, owner, attempts } = row;
    ctx.emit({ type: "outbox.failed", id, kind, key, owner, attempts, error: lastError });
    return { outcome: "failed", next: await wakeNext(ctx, row) };
  });
}

/** Writes under the lock of the row, if this attempt still has the entry. */
async function underLease(
  ctx: Context,
  { row: { id, lease } }: ClaimedEntry,
  write: (ctx: TxContext, row: OutboxRow) => Promise<Settled>,
): Promise<Settled> {
  const settled = await ctx.transactionOn(outboxModel, id, async (ctx, row) =>
    row.state === "pending" && row.lease === lease ? write(ctx, row) : lost,
  );
  return settled ?? lost;
}

/** The owner's next entry, now due. */
const wakeNext = async (ctx: TxContext, { owner, position }: OutboxRow): Promise<string | null> =>
  owner === null || position === 0 ? null : wakeFirst(ctx, owner);
