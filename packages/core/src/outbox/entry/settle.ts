import type { Context, TxContext } from "../../contract/context.js";
import { randomFraction } from "../../secret/random.js";
import { type OutboxRow, outboxModel } from "../models.js";
import { type ClaimedEntry, fail, wakeFirst } from "./claim.js";
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

/** Ends an entry after its work: `finish` writes the result in that transaction. */
export async function settleDone(
  ctx: Context,
  claimed: ClaimedEntry,
  finish: (ctx: TxContext) => Promise<void>,
): Promise<Settled> {
  return underLease(ctx, claimed, async (ctx, row) => {
    await finish(ctx);
    if (row.isReplaced) return { outcome: "done", next: await beginAnew(ctx, row) };
    await ctx.db.remove(outboxModel, { id: row.id });
    return { outcome: "done", next: await wakeNext(ctx, row) };
  });
}

/** Ends an attempt after the answer that an earlier attempt had no effect, if the entry has a new input since. */
export const settleUndone = (ctx: Context, claimed: ClaimedEntry): Promise<Settled> =>
  underLease(ctx, claimed, async (ctx, row) => ({ outcome: "retried", next: await beginAnew(ctx, row) }));

/** Makes an entry due with its new input. Answers its id. */
async function beginAnew(ctx: TxContext, { id }: OutboxRow): Promise<string> {
  const dueAt = ctx.databaseClock.now();
  await ctx.db.update(outboxModel, id, { isReplaced: false, lease: null, attempts: 0, dueAt });
  return id;
}

/** A failed attempt. */
export interface FailedAttempt extends ReadFailure {
  /** Whether the work may have been done, by this attempt or an earlier attempt. */
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
    // The failure is not of an input which came during the attempt.
    const isNew = row.isReplaced && !claimed.row.isReplaced;
    if (dueAt <= row.expiresAt && (!failure.isFinal || isNew)) {
      await ctx.db.update(outboxModel, row.id, { lease, lastError, dueAt });
      return { outcome: "retried", next: null };
    }
    // The lease stays if the outcome is unknown: a repetition by hand asks first.
    await fail(ctx, { ...row, lease }, lastError);
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
