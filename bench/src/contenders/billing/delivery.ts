import { createHmac, randomUUID } from "node:crypto";
import { orderPaid } from "./order-paid.ts";

export const webhookSecret = "bench-webhook-secret-of-32-bytes";

/** A notification in its raw form, and its parsed body for contenders without a signature check. */
export interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly json: unknown;
}

const body = JSON.stringify(orderPaid);
export const orderPaidKibibytes = (body.length / 1024).toFixed(1);

/** Deliveries of now, each signed for itself: Standard Webhooks, with the provider's key, the bytes of the secret. */
export function deliveries(count: number): readonly Delivery[] {
  return Array.from({ length: count }, () => {
    const id = randomUUID();
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = createHmac("sha256", webhookSecret).update(`${id}.${timestamp}.${body}`).digest("base64");
    const headers = { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
    return { headers, body, json: JSON.parse(body) };
  });
}

/** A fast error must not count: the answer must be the order, in any form. */
export function assertAnswer(name: string, answer: unknown): void {
  const text = JSON.stringify(answer);
  const places = [
    orderPaid.data.id,
    orderPaid.data.items[1]?.id,
    orderPaid.data.subscription.customer_cancellation_comment,
  ];
  if (!places.every((place) => place && text.includes(place)))
    throw new Error(`${name} answered ${text.slice(0, 300)}`);
}
