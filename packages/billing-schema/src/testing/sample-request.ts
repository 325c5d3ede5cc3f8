import type { BillingEvent } from "../events/billing-event.js";
import { encodeEvent } from "../events/billing-event.js";
import { systemClock } from "../webhook/clock.js";
import { signWebhook } from "../webhook/signer.js";

/** The input of `sampleRequest`. */
export interface SampleRequestOptions {
  /** Where the webhook is, e.g. `http://localhost:3000/api/auth/billing/webhook`. */
  readonly url: string;
  readonly secret: string;
  /** The id of the event; the provider repeats the id with each retry. A new id by default. */
  readonly id?: string;
  /** Now by default: a webhook rejects a delivery whose time is more than five minutes away. */
  readonly sentAt?: Date;
}

let requests = 0;

/** No secret: the signature protects the request. */
function nextId(): string {
  requests += 1;
  return `event_sample_${systemClock()}_${requests}`;
}

/**
 * The provider's request for an event: signed JSON, for `fetch` or the handler of an app.
 *
 * @throws TypeError when the secret is empty, or the date is invalid
 * @example await auth.handler(await sampleRequest(sampleEvent("order.paid"), { url, secret }))
 */
export async function sampleRequest(
  event: BillingEvent,
  { url, secret, id = nextId(), sentAt = new Date(systemClock()) }: SampleRequestOptions,
): Promise<Request> {
  const body = JSON.stringify(encodeEvent(event));
  return new Request(url, { method: "POST", headers: await signWebhook({ secret, id, sentAt, body }), body });
}
