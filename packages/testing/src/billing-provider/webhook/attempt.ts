import type { ProviderData } from "../data/store.js";
import type { ProviderTime } from "../data/time.js";
import { type Sending, send } from "./send.js";
import type { DeliveryAttempt, StoredEvent } from "./stored-event.js";

const maxFailuresInSequence = 10;

/** Where a try goes, and how it is signed. */
export interface Attempting extends Pick<Sending, "url" | "timeoutSeconds" | "sign"> {
  readonly time: ProviderTime;
}

/** Sends an event once, and records the try. After ten refused tries in sequence the endpoint is switched off. */
export async function attempt(
  { events, endpoint, webhookSecret: secret }: ProviderData,
  event: StoredEvent,
  { url, time, timeoutSeconds, sign }: Attempting,
): Promise<DeliveryAttempt> {
  const { id, type, body, attempts } = event;
  const sentAt = time.signedAt();
  const sent = await send({ url, secret, id, body, sentAt, timeoutSeconds, sign });
  endpoint.tries += 1;
  const place = { number: endpoint.tries, attempt: attempts.length + 1 };
  const delivery = { eventId: id, type, ...place, sentAt: sentAt.toISOString(), ...sent };
  attempts.push(delivery);
  endpoint.failuresInSequence = sent.isAccepted ? 0 : endpoint.failuresInSequence + 1;
  if (endpoint.failuresInSequence >= maxFailuresInSequence) {
    endpoint.isEnabled = false;
    for (const other of events) {
      if (other.state === "pending") Object.assign(other, { state: "failed", dueAt: null });
    }
  }
  return delivery;
}
