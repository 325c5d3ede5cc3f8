import { idOf, type StripeCheckoutSession } from "../objects.js";
import type { Read } from "../wire.js";
import { dateText } from "./time.js";

/** A checkout session in the form of `billing-schema`. */
export function checkoutWire({ object, readAt }: Read<StripeCheckoutSession>): object {
  const price = object.line_items?.data[0]?.price ?? null;
  const total = object.amount_total ?? 0;
  return {
    id: object.id,
    created_at: dateText(object.created),
    modified_at: readAt,
    expires_at: dateText(object.expires_at),
    status: statusOf(object),
    url: object.url,
    success_url: object.success_url,
    return_url: object.cancel_url,
    amount: object.amount_subtotal ?? 0,
    total_amount: total,
    currency: object.currency ?? "",
    product_id: price && idOf(price.product),
    product_price_id: price?.id ?? null,
    customer_id: object.customer && idOf(object.customer),
    external_customer_id: object.client_reference_id,
    subscription_id: object.subscription && idOf(object.subscription),
    metadata: object.metadata ?? {},
  };
}

/** A completed session may still wait for a payment, e.g. a bank transfer: that is "confirmed". */
function statusOf({ status, payment_status }: StripeCheckoutSession): string {
  if (status !== "complete") return status ?? "open";
  return payment_status === "unpaid" ? "confirmed" : "succeeded";
}
