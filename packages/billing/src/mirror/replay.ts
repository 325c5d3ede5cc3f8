import type { Context } from "@keyhold/core/plugin";
import { webhookEventModel } from "../webhook/webhook-event.js";
import { type AskedMirror, nullIfNotFound } from "./absent.js";
import { ignoreProgress, type OnBillingProgress } from "./progress.js";

/** The states of an event that the provider need not send again. */
const accepted = ["handled", "unhandled", "undecodable"];

/** How many events the provider was asked to send again. */
export interface Replayed {
  readonly asked: number;
  /** Events that this app has accepted in the meantime. */
  readonly known: number;
}

/** An event of which a delivery failed. */
export interface FailedEvent {
  readonly eventId: string;
  /** When the first delivery failed. */
  readonly failedAt: Date;
}

/** The events of which a delivery failed, the oldest first. */
export async function failedEvents(
  { deliveries }: AskedMirror["provider"],
  onProgress: OnBillingProgress,
): Promise<readonly FailedEvent[]> {
  const failed = new Map<string, Date>();
  let done = 0;
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { items, maxPage, totalCount } = await deliveries.list({ page, limit: 100, isAccepted: false });
    last = maxPage;
    // The list begins with the newest: the last date of an event is that of its first delivery.
    for (const { eventId, createdAt } of items) failed.set(eventId, createdAt);
    done += items.length;
    onProgress({ entity: "deliveries", done, total: totalCount });
  }
  return [...failed].reverse().map(([eventId, failedAt]) => ({ eventId, failedAt }));
}

/** Whether this app has accepted an event, by another delivery. */
export async function isAccepted(ctx: Context, eventId: string): Promise<boolean> {
  const event = await ctx.db.find(webhookEventModel, { eventId });
  return event !== null && accepted.includes(event.status);
}

/**
 * Asks the provider to send again each event that this app never handled: the provider switches a webhook off after ten
 * refused deliveries, and does not send the rest by itself.
 */
export async function replayEvents(
  ctx: Context,
  { provider }: AskedMirror,
  onProgress: OnBillingProgress = ignoreProgress,
): Promise<Replayed> {
  const failed = await failedEvents(provider, onProgress);
  let [asked, known, done] = [0, 0, 0];
  for (const { eventId } of failed) {
    if (await isAccepted(ctx, eventId)) known += 1;
    else asked += await redeliver(provider, eventId);
    done += 1;
    onProgress({ entity: "events", done, total: failed.length });
  }
  return { asked, known };
}

/** 1; 0 for an event that the provider no longer has, which must not keep back the others. */
async function redeliver({ deliveries }: AskedMirror["provider"], eventId: string): Promise<number> {
  try {
    await deliveries.redeliver(eventId);
    return 1;
  } catch (error) {
    nullIfNotFound(error);
    return 0;
  }
}
