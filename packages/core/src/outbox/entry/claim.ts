import { after } from "../../adapter/where.js";
import type { Context, TxContext } from "../../contract/context.js";
import { randomText } from "../../secret/random.js";
import { type OutboxRow, outboxModel } from "../models.js";

/** An attempt that has the lease of an entry. */
export interface ClaimedEntry {
  /** The row, with the lease of this attempt. */
  readonly row: OutboxRow & { readonly lease: string };
  /** Whether an earlier attempt may have had its effect. */
  readonly isUnknown: boolean;
}

/** The lease ends so long after the timeout of the attempt: the attempt has recorded its end by then. */
const marginSeconds = 30;
/** A waiting entry is looked at again then; the end of the entry before wakes the entry earlier. */
const waitingSeconds = 3600;

export const afterSeconds = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

/**
 * Takes the lease of an entry; null if the entry is not due, another worker has it, or an earlier entry of the owner is
 * unfinished. Of many callers one gets the entry.
 */
export async function claimEntry(ctx: Context, id: string): Promise<ClaimedEntry | null> {
  await ctx.databaseClock.synchronize();
  return ctx.transactionOn(outboxModel, id, async (ctx, row) => {
    const kind = ctx.outbox?.kinds.get(row.kind)?.kind;
    const now = ctx.databaseClock.now();
    if (!kind || row.state !== "pending" || row.dueAt > now) return null;
    if (!(await isFirst(ctx, row))) {
      await ctx.db.update(outboxModel, id, { dueAt: afterSeconds(now, waitingSeconds) });
      return null;
    }
    const claim = {
      lease: randomText(24),
      dueAt: afterSeconds(now, kind.timeoutSeconds + marginSeconds),
      isReplaced: false,
      attempts: row.attempts + 1,
    };
    await ctx.db.update(outboxModel, id, claim);
    return { row: { ...row, ...claim }, isUnknown: row.lease !== null };
  });
}

async function isFirst(ctx: TxContext, { id, owner, position }: OutboxRow): Promise<boolean> {
  return owner === null || position === 0 || (await firstOf(ctx, owner))?.id === id;
}

/** The owner's first unfinished entry with an order. */
export async function firstOf(ctx: TxContext, owner: string): Promise<OutboxRow | null> {
  const where = { owner, state: "pending", position: after(0) };
  const [first] = await ctx.db.list(outboxModel, where, { orderBy: "position", limit: 1 });
  return first ?? null;
}
