import { date, defineModel, integer, json, type Row, randomText, text } from "@keyhold/core/plugin";

/** What became of an event: `claimed` while a delivery is at work on it. */
export type WebhookEventStatus = "claimed" | "handled" | "failed" | "unhandled" | "undecodable";

/**
 * The provider's events, each once: `eventId` is the event's own id, the same in every try to deliver it, so its unique
 * index decides who is first. Written only by whoever holds the row.
 */
export const webhookEventModel = defineModel(
  "billingWebhookEvent",
  {
    id: text().initially(() => randomText(32)),
    eventId: text().unique(),
    /** e.g. "order.paid"; at most 100 characters of it. */
    type: text(),
    status: text(),
    /** Names the claim, so that one that has lost the event cannot write any more. */
    lease: text(),
    /** Until then the claim holds; afterwards whoever had it is taken for dead. */
    leaseEndsAt: date(),
    attempts: integer(),
    /** Names of the handlers that came to their end. */
    done: json<readonly string[]>(),
    /** Why the last try failed, or why it cannot be read. */
    error: text().optional(),
    /** When the delivery came that claimed it last: from then on it is remembered. */
    receivedAt: date().indexed(),
    settledAt: date().optional(),
  },
  { indexes: [["status", "receivedAt"]] },
);

export type WebhookEventRow = Row<typeof webhookEventModel>;

/** A lease names its row, and the one claim of it that it was made for. */
export const newLease = (rowId: string): string => `${rowId}.${randomText(24)}`;
export const rowIdOf = ({ lease }: { readonly lease: string }): string => lease.slice(0, lease.indexOf("."));

/** Whether a claim still has its event. */
export const isLockedBy = (row: WebhookEventRow, { lease }: { readonly lease: string }): boolean =>
  row.status === "claimed" && row.lease === lease;

export const doneWith = (row: WebhookEventRow, handler: string): readonly string[] => [
  ...new Set([...row.done, handler]),
];
