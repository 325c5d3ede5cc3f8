import { currencyOf } from "../../data/currency.js";
import type { SubscriptionRow } from "../../data/rows.js";
import type { Store } from "../../data/store.js";
import { customerOrDeleted } from "./customer.js";
import { priceView } from "./product.js";
import { secondsOf, secondsOrNull } from "./seconds.js";

export function subscriptionView(store: Store, row: SubscriptionRow, isExpanded: boolean) {
  const product = store.get("products", row.product_id);
  const isEnding = row.cancel_at_period_end && row.ended_at === null;
  return {
    id: row.id,
    object: "subscription",
    cancel_at: isEnding ? secondsOrNull(row.ends_at) : null,
    cancel_at_period_end: row.cancel_at_period_end,
    canceled_at: secondsOrNull(row.canceled_at),
    cancellation_details: {
      comment: row.customer_cancellation_comment,
      feedback: row.customer_cancellation_reason,
      reason: row.canceled_at === null ? null : ("cancellation_requested" as const),
    },
    created: secondsOf(row.created_at),
    currency: currencyOf(product),
    customer: isExpanded ? customerOrDeleted(store.get("customers", row.customer_id)) : row.customer_id,
    ended_at: secondsOrNull(row.ended_at),
    items: { object: "list", data: itemsOf(store, row), has_more: false, url: "/v1/subscription_items" },
    livemode: false,
    metadata: row.metadata as Record<string, string>,
    pause_collection: null,
    start_date: secondsOf(row.started_at),
    status: row.status,
    trial_end: secondsOrNull(row.trial_end),
    trial_start: secondsOrNull(row.trial_start),
  } as const;
}

/** An item of each price. */
function itemsOf(store: Store, row: SubscriptionRow) {
  const product = store.get("products", row.product_id);
  return product.prices.map(
    (price, index) =>
      ({
        id: `si_${row.id}_${index}`,
        object: "subscription_item",
        created: secondsOf(row.created_at),
        current_period_start: secondsOf(row.current_period_start),
        current_period_end: secondsOf(row.current_period_end),
        metadata: {} as Record<string, string>,
        price: priceView(product, price),
        ...(price.amount_type !== "metered_unit" && { quantity: row.seats ?? 1 }),
        subscription: row.id,
      }) as const,
  );
}
