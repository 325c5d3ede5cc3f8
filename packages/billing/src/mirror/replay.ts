import type { Context } from "@keyhold/core/plugin";
import { webhookEventModel } from "../webhook/webhook-event.js";
import { type AskedMirror, nullIfNotFound } from "./absent.js";

/** The states of an event that the provider need not send again. */
const accepted = ["handled", "unhandled", "undecodable"];

/** How many events the provider was asked to send again. */
export interface Replayed {
  readonly asked: number;
  /** Events that this app has accepted in the meantime. */
  readonly known: number;
}

/**
 * Asks the provider to send again each event that this app never handled: the provider switches a webhook off after ten
 * refused deliveries, and does not send the rest by itself.
 */
export async function replayEvents(ctx: Context, { provider }: AskedMirror): Promise<Replayed> {
  const failed = new Set<string>();
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { items, maxPage } = await provider.deliveries.list({ page, limit: 100, isAccepted: false });
    last = maxPage;
    for (const { eventId } of items) failed.add(eventId);
  }
  let [asked, known] = [0, 0];
  // The oldest first: the list begins with the newest.
  for (const eventId of [...failed].reverse()) {
    const event = await ctx.db.find(webhookEventModel, { eventId });
    if (event && accepted.includes(event.status)) known += 1;
    else asked += await redeliver(provider, eventId);
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
