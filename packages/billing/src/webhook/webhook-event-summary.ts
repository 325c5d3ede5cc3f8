import { z } from "@keyhold/core/schema";
import { type WebhookEventRow, webhookEventStatuses } from "./webhook-event.js";

/** The fields of an event in a list. */
export const eventSummaryFields = {
  /** The event's id at the provider. */
  id: z.string(),
  type: z.string(),
  status: z.enum(webhookEventStatuses),
  attempts: z.number(),
  error: z.string().nullable(),
  receivedAt: z.date(),
  settledAt: z.date().nullable(),
};

export const eventSummary = z.object(eventSummaryFields);

/** An event of the list: the state, without the body. */
export interface WebhookEventSummary extends z.output<typeof eventSummary> {}

export const summaryOf = ({ eventId, type, status, attempts, error, receivedAt, settledAt }: WebhookEventRow) => ({
  id: eventId,
  type,
  // Written by the store of this plugin alone.
  status: webhookEventStatuses.find((known) => known === status) ?? "claimed",
  attempts,
  error,
  receivedAt,
  settledAt,
});
