import { date, defineModel, integer, json, type Row, randomText, text } from "@keyhold/core/plugin";

/** The states of an event. */
export const webhookEventStatuses = ["claimed", "handled", "failed", "unhandled", "undecodable"] as const;

/** The state of an event: `claimed` while a delivery is handling the event. */
export type WebhookEventStatus = (typeof webhookEventStatuses)[number];

/**
 * The provider's events, each once: `eventId` is the event's own id, the same in every delivery attempt, so the unique
 * index decides the first attempt. Written only under a lock of the row.
 */
export const webhookEventModel = defineModel(
  "billingWebhookEvent",
  {
    id: text().initially(() => randomText(32)),
    eventId: text().unique(),
    /** e.g. "order.paid"; at most the first 100 characters. */
    type: text(),
    status: text(),
    /** The id of the claim, so a claim that has lost the event can no longer write. */
    lease: text(),
    /** The end of the claim; afterwards the process counts as crashed. */
    leaseEndsAt: date(),
    attempts: integer(),
    /** Names of the completed handlers. */
    done: json<readonly string[]>(),
    /** Why the last try failed, or why the event cannot be read. */
    error: text().optional().informative("beginning"),
    /** The time of the last delivery that claimed the event: retention begins here. */
    receivedAt: date().indexed(),
    settledAt: date().optional(),
  },
  { indexes: [["status", "receivedAt"]] },
);

/** A row of `billingWebhookEvent`: the record of an event and the handlers. */
export type WebhookEventRow = Row<typeof webhookEventModel>;

/** A lease contains the id of the row, and is unique for a claim. */
export const newLease = (rowId: string): string => `${rowId}.${randomText(24)}`;
export const rowIdOf = ({ lease }: { readonly lease: string }): string => lease.slice(0, lease.indexOf("."));

/** True if a claim still has the event. */
export const isLockedBy = (row: WebhookEventRow, { lease }: { readonly lease: string }): boolean =>
  row.status === "claimed" && row.lease === lease;

export const doneWith = (row: WebhookEventRow, handler: string): readonly string[] => [
  ...new Set([...row.done, handler]),
];

/** The changes of an event whose handlers are all done; `handler`: the last of them. */
export const handled = (row: WebhookEventRow, handler: string | undefined, now: Date) => ({
  status: "handled",
  done: handler === undefined ? row.done : doneWith(row, handler),
  error: null,
  settledAt: now,
  // With a mirror: no handler needs the state before any more.
  ...(Object.hasOwn(row, "previous") && { previous: null }),
});
