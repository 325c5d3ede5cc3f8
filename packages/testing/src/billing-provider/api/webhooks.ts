import { notFound } from "../api-error.js";
import { type Call, page, passes, type Reply } from "../call.js";
import type { DeliveryAttempt, StoredEvent } from "../webhook/stored-event.js";

/** The tries to deliver events. */
export function listDeliveries(call: Call): Reply {
  const { desk, query } = call;
  const succeeded = query.get("succeeded");
  const rows = desk.store.data.events
    .flatMap((event) => event.attempts.map((attempt) => ({ event, attempt, created_at: attempt.sentAt })))
    .filter(({ attempt }) => succeeded === null || attempt.isAccepted === (succeeded === "true"))
    .filter(({ event }) => passes(query, "event_type", event.type));
  return page(call, rows, ({ event, attempt }) => deliveryView(event, attempt));
}

const deliveryView = (
  event: StoredEvent,
  { attempt, sentAt, status, answer, isAccepted }: DeliveryAttempt,
): object => ({
  id: `${event.id.slice(0, 24)}${String(attempt).padStart(12, "0")}`,
  created_at: sentAt,
  modified_at: null,
  succeeded: isAccepted,
  http_code: status,
  response: answer,
  webhook_event: {
    id: event.id,
    created_at: event.createdAt,
    modified_at: null,
    type: event.type,
    last_http_code: event.attempts.at(-1)?.status ?? null,
    succeeded: event.state === "delivered",
    skipped: event.state === "unsent",
    is_archived: false,
    payload: event.body,
  },
});

/** Sends an event once more, behind the answer. */
export function redeliver({ desk, id }: Call): Reply {
  if (!desk.store.data.events.some((event) => event.id === id)) throw notFound();
  void desk.queue.redeliver(id).catch(() => undefined);
  return { status: 202, body: null };
}
