import { defineOutboxKind, OutboxError, type OutboxKind } from "@keyhold/core/outbox";
import { before, type Context, isIn, type TxContext } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { addPending, movePending, queueOf, takeWaiting, type UsageQueue } from "../balance/queue.js";
import type { BillingSettings } from "../options.js";
import type { BillingProviderError } from "../provider/error.js";
import { type Batch, leaseEnd, makeBatch } from "./batch.js";
import { ingest } from "./ingest.js";
import { places, type UsageRow, usageBatchModel, usageModel } from "./models.js";
import { providerOf } from "./settings.js";
import { settleBatch } from "./settle.js";

/** How much usage one request sends. */
export const batchLength = 100;

/** How long the rows of another process are left to it. */
const ownMilliseconds = 10_000;

/** Sends the waiting usage, until the provider has all of it. */
export const sendUsage: OutboxKind<object> = defineOutboxKind<object, void, BillingSettings>("billing.send-usage", {
  input: z.object({}),
  async run({ ctx }, settings) {
    const { error } = await sendDue(ctx, settings, { maxSeconds: 40 });
    if (!error) return;
    const { retryAfterSeconds } = error;
    throw new OutboxError(`Usage is not sent: ${error.reason}`, {
      mayHaveHappened: false,
      ...(retryAfterSeconds !== null && { retryAfterSeconds }),
    });
  },
  // Each batch has its own state.
  ifUnknown: "repeat",
  timeoutSeconds: 60,
  expiresInSeconds: 30 * 86_400,
  isOrdered: false,
});

/** Adds the entry of the outbox. */
export const sendLater = (tx: TxContext): Promise<void> => sendUsage.add(tx, { input: {}, key: "usage" });

/** How much was sent. */
export interface SentUsage {
  readonly sent: number;
  readonly refused: number;
  readonly held: number;
  /** Why the provider got no more. */
  readonly error: BillingProviderError | null;
}

const nothing: SentUsage = { sent: 0, refused: 0, held: 0, error: null };

const added = (one: SentUsage, other: SentUsage): SentUsage => ({
  sent: one.sent + other.sent,
  refused: one.refused + other.refused,
  held: one.held + other.held,
  error: one.error ?? other.error,
});

/** Sends a batch under the lease of this worker. */
async function sendBatch(ctx: Context, settings: BillingSettings, batch: Batch, isLater: boolean): Promise<SentUsage> {
  const fates = await ingest(providerOf(settings), batch.rows, ctx.now());
  const { onUncertain } = settings.usage;
  const isResent = onUncertain === "resend";
  const again = isResent ? [...fates.again, ...fates.unknown] : fates.again;
  const unknown = isResent ? [] : fates.unknown;
  const isSettled = await settleBatch(ctx, batch, {
    ...fates,
    again,
    unknown,
    dueAt: ctx.now(),
    alongside: isLater ? sendLater : async () => undefined,
  });
  if (!isSettled) return nothing;
  const error = again.length > 0 ? fates.error : null;
  return { sent: fates.sent.length, refused: fates.refused.length, held: unknown.length, error };
}

const pauseMilliseconds = 5000;

/** Sends rows of this process. While the provider is away the outbox does it. */
async function sendOwn(ctx: Context, settings: BillingSettings, rows: readonly UsageRow[]): Promise<void> {
  const queue = queueOf(ctx);
  const isPaused = performance.now() < queue.pausedUntil;
  const batch = await movePending(queue, rows, () =>
    makeBatch(ctx, rows, isPaused ? { state: "ready", alongside: sendLater } : { state: "sending" }),
  );
  if (!batch || isPaused) return;
  pauseAfter(queue, await sendBatch(ctx, settings, batch, true));
}

function pauseAfter(queue: UsageQueue, { error }: SentUsage): void {
  if (!error) return;
  const { retryAfterSeconds } = error;
  const wait = retryAfterSeconds === null ? pauseMilliseconds : retryAfterSeconds * 1000;
  queue.pausedUntil = performance.now() + wait;
}

/** Sends due batches, and the rows of ended processes. */
export async function sendDue(
  ctx: Context,
  settings: BillingSettings,
  { maxSeconds, rowsBefore = ownMilliseconds }: { readonly maxSeconds: number; readonly rowsBefore?: number },
): Promise<SentUsage> {
  const endsAt = performance.now() + maxSeconds * 1000;
  let sum = nothing;
  while (performance.now() < endsAt && !sum.error) {
    const batch = (await claimDue(ctx, settings)) ?? (await batchOfLeft(ctx, rowsBefore));
    if (batch === null) return sum;
    if (batch === "held") sum = { ...sum, held: sum.held + 1 };
    else sum = added(sum, await sendBatch(ctx, settings, batch, false));
  }
  return sum;
}

/** Takes the lease of a batch; "held" if the fate of its last request is unknown. Null if no batch is due. */
async function claimDue(ctx: Context, settings: BillingSettings): Promise<Batch | "held" | null> {
  const dueAt = before(new Date(ctx.now().getTime() + 1));
  const order = { orderBy: "dueAt", limit: 20 } as const;
  for (const { id } of await ctx.db.list(usageBatchModel, { state: isIn(["ready", "sending"]), dueAt }, order)) {
    const claimed = await ctx.transactionOn(usageBatchModel, id, async (tx, row) => {
      const isDue = ["ready", "sending"].includes(row.state) && row.dueAt <= tx.now();
      if (!isDue) return null;
      const { deduplicatesUsage } = providerOf(settings).capabilities;
      if (row.state === "sending" && !deduplicatesUsage && settings.usage.onUncertain === "hold") return "held";
      const attempts = row.attempts + 1;
      await tx.db.update(usageBatchModel, id, { state: "sending", attempts, dueAt: leaseEnd(tx) });
      const rows = await tx.db.list(usageModel, { batch: id }, { orderBy: "id", limit: batchLength });
      return { batch: { ...row, attempts, state: "sending" }, rows };
    });
    if (claimed === "held") return holdLost(ctx, id);
    if (claimed) return claimed;
  }
  return null;
}

/** Sets the batch of an ended worker aside. */
async function holdLost(ctx: Context, id: string): Promise<"held" | null> {
  const rows = await ctx.db.list(usageModel, { batch: id }, { orderBy: "id", limit: batchLength });
  const batch = await ctx.db.find(usageBatchModel, { id });
  if (!batch) return null;
  const now = ctx.now();
  const fates = { sent: [], refused: [], again: [], unknown: rows, dueAt: now };
  const isHeld = await settleBatch(ctx, { batch, rows }, { ...fates, alongside: async () => undefined });
  return isHeld ? "held" : null;
}

/** A batch of the rows of ended processes. */
async function batchOfLeft(ctx: Context, rowsBefore: number): Promise<Batch | null> {
  const createdAt = before(new Date(ctx.now().getTime() - rowsBefore + 1));
  for (const batch of [places.open, places.reserved]) {
    const rows = await ctx.db.list(usageModel, { batch, createdAt }, { orderBy: "createdAt", limit: batchLength });
    if (rows.length === 0) continue;
    // Rows of this process wait here after a failure.
    const queue = queueOf(ctx);
    const own = takeWaiting(queue, new Set(rows.map(({ id }) => id)));
    const made = await movePending(queue, own, () => makeBatch(ctx, rows, { state: "sending" }));
    if (made) return made;
  }
  return null;
}

const paceMilliseconds = 1000;
const lookMilliseconds = 10_000;
const maxWaiting = 10_000;

/** Sends a row after the commit and the response, at most every second unless a batch is full. */
export function sendSoon(ctx: Pick<Context | TxContext, "later">, settings: BillingSettings, row: UsageRow): void {
  ctx.later("Sending usage", async (outer) => {
    const queue = queueOf(outer);
    // The others find it: see `batchOfLeft`.
    if (queue.waiting.length >= maxWaiting) return;
    queue.waiting.push(row);
    addPending(queue, row);
    if (queue.isRunning) return;
    queue.isRunning = true;
    try {
      await drain(outer, settings, queue);
    } catch (error) {
      // The rows wait for the next row, or for `batchOfLeft`.
      queue.isRunning = false;
      throw error;
    }
  });
}

/** Sends the waiting rows, also those that arrive meanwhile. */
async function drain(ctx: Context, settings: BillingSettings, queue: UsageQueue): Promise<void> {
  do {
    while (queue.waiting.length > 0) {
      const wait = queue.lastSentAt + paceMilliseconds - performance.now();
      if (wait > 0 && queue.waiting.length < batchLength) await new Promise((resolve) => setTimeout(resolve, wait));
      queue.lastSentAt = performance.now();
      await sendOwn(ctx, settings, queue.waiting.splice(0, batchLength));
    }
    if (performance.now() < Math.max(queue.lastLookAt + lookMilliseconds, queue.pausedUntil)) continue;
    queue.lastLookAt = performance.now();
    pauseAfter(queue, await sendDue(ctx, settings, { maxSeconds: 20 }));
  } while (queue.waiting.length > 0);
  queue.isRunning = false;
}
