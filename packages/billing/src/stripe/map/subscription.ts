import { idOf, type StripeSubscription } from "../objects.js";
import type { Read } from "../wire.js";
import { customerInside } from "./customer.js";
import { dateText, dateTextOrNull } from "./time.js";

/**
 * A subscription in the form of `billing-schema`: its first item is the product, and the quantity of the item the seats.
 * Null without an item or without the customer.
 */
export function subscriptionWire({ object, readAt }: Read<StripeSubscription>): object | null {
  const [item] = object.items.data;
  const customer = customerInside({ object: object.customer, readAt }, object.created);
  if (!item || customer === null) return null;
  const { price } = item;
  const end = item.current_period_end;
  const { feedback = null, comment = null } = object.cancellation_details ?? {};
  return {
    id: object.id,
    created_at: dateText(object.created),
    modified_at: readAt,
    status: statusOf(object),
    amount: object.items.data.reduce((sum, one) => sum + (one.price.unit_amount ?? 0) * (one.quantity ?? 1), 0),
    currency: object.currency,
    recurring_interval: price.recurring?.interval ?? "month",
    recurring_interval_count: price.recurring?.interval_count ?? 1,
    current_period_start: dateText(item.current_period_start),
    current_period_end: dateText(end),
    // The portal may set a date of the end and leave the flag false.
    cancel_at_period_end: object.cancel_at_period_end || object.cancel_at !== null,
    canceled_at: dateTextOrNull(object.canceled_at),
    started_at: dateText(object.start_date),
    ends_at: dateTextOrNull(object.ended_at ?? object.cancel_at ?? (object.cancel_at_period_end ? end : null)),
    ended_at: dateTextOrNull(object.ended_at),
    trial_start: dateTextOrNull(object.trial_start),
    trial_end: dateTextOrNull(object.trial_end),
    customer_id: idOf(object.customer),
    product_id: idOf(price.product),
    discount_id: null,
    checkout_id: null,
    customer_cancellation_reason: feedback,
    customer_cancellation_comment: comment,
    metadata: object.metadata,
    seats: item.quantity ?? null,
    customer,
    discount: null,
    prices: [],
    meters: [],
  };
}

/**
 * While payments are paused, Stripe keeps the status. "void" is the pause of a service that is not provided; the other
 * behaviors are the pauses of a service that is free meanwhile.
 */
export const statusOf = ({ status, pause_collection }: StripeSubscription): string =>
  pause_collection?.behavior === "void" && /^(active|past_due|trialing)$/.test(status) ? "paused" : status;
