import type { Claim, Claimed, Settlement, WebhookStore } from "@keyhold/billing-schema/webhook";
import { type Context, randomText, type TxContext } from "@keyhold/core/plugin";
import type { Committed } from "./commit.js";
import {
  doneWith,
  handled,
  isLockedBy,
  newLease,
  rowIdOf,
  type WebhookEventRow,
  webhookEventModel,
} from "./webhook-event.js";

type Changes = Partial<Omit<WebhookEventRow, "id" | "eventId">>;

/**
 * The webhook store in the app's database: every change of an event locks the row. `committed`: what the commits of
 * this delivery have recorded.
 */
export function webhookStore(ctx: Context, committed: Committed = nothingYet): WebhookStore {
  return {
    claim: (event) => claim(ctx, event),
    renew: (claimed, leaseSeconds) => underLease(ctx, claimed, async () => ({ leaseEndsAt: after(ctx, leaseSeconds) })),
    markDone: (claimed, handler) =>
      // The commit has written the record; this reads without a lock if the lease was lost since.
      committed.handlers.has(handler)
        ? hasLease(ctx, claimed)
        : underLease(ctx, claimed, async (_, row) => ({ done: doneWith(row, handler) })),
    settle: async (claimed, settlement) => {
      if (settlement.status === "handled" && committed.isSettled) return true;
      const isOurs = settlement.status === "failed" ? hasFailed : isLockedBy;
      return changeIf(ctx, claimed, isOurs, async (tx, row) => settled(tx, row, settlement));
    },
  };
}

/** A handler may fail after a commit has settled the event. */
const hasFailed = (row: WebhookEventRow, claimed: Claim): boolean =>
  isLockedBy(row, claimed) || (row.status === "handled" && row.lease === claimed.lease);

const nothingYet: Committed = { handlers: new Set(), isSettled: false };

interface Incoming {
  readonly id: string;
  readonly type: string;
  readonly leaseSeconds: number;
}

async function claim(ctx: Context, { id: eventId, type, leaseSeconds }: Incoming): Promise<Claimed> {
  const rowId = randomText(32);
  const lease = newLease(rowId);
  const row = {
    id: rowId,
    eventId,
    type: type.slice(0, maxTypeLength),
    status: "claimed",
    lease,
    leaseEndsAt: after(ctx, leaseSeconds),
    attempts: 1,
    done: [],
    receivedAt: ctx.now(),
  };
  const inserted = await ctx.db.insert(webhookEventModel, row, { onConflict: () => null });
  if (inserted) return claimedAs({ id: eventId, lease, attempt: 1, done: new Set() });
  const known = await ctx.db.find(webhookEventModel, { eventId });
  // Most repeated events were handled: no lock for them.
  if (known?.status === "handled") return settledBefore;
  const taken = known && (await claimAccount(ctx, known, leaseSeconds));
  // Removed between the two reads: a retry begins anew.
  return taken ?? busy(1000);
}

/** The event for this delivery, if neither handled nor claimed by another delivery. */
const claimAccount = (ctx: Context, { id, eventId }: WebhookEventRow, leaseSeconds: number): Promise<Claimed | null> =>
  ctx.transactionOn(webhookEventModel, id, async (tx, row) => {
    if (row.status === "handled") return settledBefore;
    const left = row.leaseEndsAt.getTime() - tx.now().getTime();
    if (row.status === "claimed" && left > 0) return busy(left);
    const lease = newLease(id);
    const attempt = row.attempts + 1;
    const leaseEndsAt = after(tx, leaseSeconds);
    const taken: Changes = { status: "claimed", lease, leaseEndsAt, attempts: attempt, receivedAt: tx.now() };
    await tx.db.update(webhookEventModel, id, taken);
    return claimedAs({ id: eventId, lease, attempt, done: new Set(row.done) });
  });

const maxTypeLength = 100;
const settledBefore: Claimed = { outcome: "settled" };
const claimedAs = (claim: Claim): Claimed => ({ outcome: "claimed", claim });
const busy = (milliseconds: number): Claimed => ({
  outcome: "busy",
  retryAfterSeconds: Math.max(1, Math.ceil(milliseconds / 1000)),
});

const after = (ctx: Pick<TxContext, "now">, seconds: number): Date => new Date(ctx.now().getTime() + seconds * 1000);

const maxErrorLength = 1000;

function settled(ctx: Pick<TxContext, "now">, row: WebhookEventRow, settlement: Settlement): Changes {
  if (settlement.status === "handled") return handled(row, settlement.handler, ctx.now());
  const error = "error" in settlement ? settlement.error.slice(0, maxErrorLength).toWellFormed() : null;
  return { status: settlement.status, error, settledAt: ctx.now() };
}

async function hasLease(ctx: Context, claimed: Claim): Promise<boolean> {
  const row = await ctx.db.find(webhookEventModel, { id: rowIdOf(claimed) });
  return row !== null && isLockedBy(row, claimed);
}

type Change = (tx: TxContext, row: WebhookEventRow) => Promise<Changes>;

/** Changes the event if this claim still has it; false when the claim was lost. */
const underLease = (ctx: Context, claimed: Claim, change: Change): Promise<boolean> =>
  changeIf(ctx, claimed, isLockedBy, change);

async function changeIf(
  ctx: Context,
  claimed: Claim,
  isOurs: (row: WebhookEventRow, claimed: Claim) => boolean,
  change: Change,
): Promise<boolean> {
  const isChanged = await ctx.transactionOn(webhookEventModel, rowIdOf(claimed), async (tx, row) => {
    if (!isOurs(row, claimed)) return false;
    await tx.db.update(webhookEventModel, row.id, await change(tx, row));
    return true;
  });
  return isChanged ?? false;
}
