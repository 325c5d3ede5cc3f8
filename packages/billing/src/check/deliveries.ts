import type { Context } from "@keyhold/core/plugin";
import type { AskedMirror } from "../mirror/absent.js";
import type { OnBillingProgress } from "../mirror/progress.js";
import { failedEvents, isAccepted } from "../mirror/replay.js";
import { webhookEventModel } from "../webhook/webhook-event.js";

/** The deliveries of the provider's events to this app. */
export interface CheckedDeliveries {
  /** Whether this app ever received an event, or the provider ever tried to deliver an event. */
  readonly hasAny: boolean;
  /** The newest delivery; null without a delivery. */
  readonly last: {
    readonly type: string;
    readonly at: Date;
    readonly isAccepted: boolean;
    readonly status: number | null;
  } | null;
  /** Events of which each delivery failed. */
  readonly failed: number;
  /** When the first delivery of the oldest of them failed. */
  readonly oldestFailedAt: Date | null;
}

export async function checkDeliveries(
  ctx: Context,
  { provider }: AskedMirror,
  onProgress: OnBillingProgress,
): Promise<CheckedDeliveries> {
  const { items } = await provider.deliveries.list({ page: 1, limit: 1 });
  const last = items[0] ?? null;
  let failed = 0;
  let oldestFailedAt: Date | null = null;
  for (const { eventId, failedAt } of await failedEvents(provider, onProgress)) {
    if (await isAccepted(ctx, eventId)) continue;
    failed += 1;
    if (oldestFailedAt === null || failedAt < oldestFailedAt) oldestFailedAt = failedAt;
  }
  const received = last === null ? await ctx.db.list(webhookEventModel, {}, { orderBy: "id", limit: 1 }) : [];
  return {
    hasAny: last !== null || received.length > 0,
    last: last && { type: last.type, at: last.createdAt, isAccepted: last.isAccepted, status: last.status },
    failed,
    oldestFailedAt,
  };
}
