import { safeDecodeEvent } from "@keyhold/billing-schema";
import type { WebhookEvent } from "@keyhold/billing-schema/webhook";
import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import type { BillingSettings } from "../options.js";
import { openBody } from "../webhook/body-encryption.js";
import { findBody } from "../webhook/event-body.js";
import type { BillingHandlers } from "../webhook/handlers.js";
import { keepsAllBodies } from "../webhook/retention.js";
import { type WebhookEventRow, webhookEventModel } from "../webhook/webhook-event.js";
import { eventSummaryFields, summaryOf } from "../webhook/webhook-event-summary.js";

const eventDetails = z.object({
  ...eventSummaryFields,
  /** The parsed body as signed by the provider; null if not kept. */
  payload: z.unknown(),
  /** In the order of their run. Without a payload only the completed handlers are known. */
  handlers: z.array(z.object({ name: z.string(), isDone: z.boolean() })),
});

export const readWebhookEvent = endpoint({
  route: "GET /read-webhook-event",
  access: "public",
  doc: "One event with its payload and its handlers; null for an unknown event.",
  input: z.object({ id: z.string() }),
  output: eventDetails.nullable(),
  isServerOnly: true,
  async handle({ input: { id }, ctx }, settings) {
    const row = await ctx.db.find(webhookEventModel, { eventId: id });
    if (!row) return ok(null);
    const found = await findBody(ctx, id, keepsAllBodies(settings));
    const body = found && (await openBody(ctx, found.row));
    const payload: unknown = body === null ? null : JSON.parse(body);
    const event = body === null ? null : eventOf(settings, row, JSON.parse(body));
    return ok({ ...summaryOf(row), payload, handlers: handlersOf(settings.webhook.handlers, event, row.done) });
  },
});

/** The event for the list of its handlers; null if it cannot be decoded. */
function eventOf({ provider }: BillingSettings, row: WebhookEventRow, payload: unknown): WebhookEvent | null {
  // The type decides on the handlers. That of the record is in the form of the handlers; the data would be a read.
  if (provider?.webhooks) return row.status === "undecodable" ? null : ({ type: row.type, data: {} } as WebhookEvent);
  const decoded = safeDecodeEvent(payload, { mode: "tolerant" });
  return decoded.success ? decoded.data : null;
}

/** The handlers of the event in this version of the app, and completed handlers that this version no longer has. */
function handlersOf(handlers: BillingHandlers, event: WebhookEvent | null, done: readonly string[]) {
  const present = event === null ? [] : handlers.stepsFor(event).map(({ name }) => name);
  return [...new Set([...present, ...done])].map((name) => ({ name, isDone: done.includes(name) }));
}
