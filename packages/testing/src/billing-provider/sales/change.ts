import { prorate } from "@keyhold/billing-schema/rules";
import { invalidField, paymentFailed } from "../api-error.js";
import type { OrderItem, ProductRow, SubscriptionRow } from "../data/rows.js";
import type { Desk } from "../desk.js";
import { grantBenefits } from "./grants.js";
import { createOrder, payOrder } from "./orders.js";
import { renew } from "./periods.js";
import { amountOf, seatBounds } from "./price.js";
import { takenSeats } from "./seats.js";

/**
 * Changes the product of a subscription: billed at once ("invoice"), with the next order ("prorate", the default), or
 * from the next period on ("next_period").
 */
export function changeProduct(
  desk: Desk,
  row: SubscriptionRow,
  productId: string,
  behavior: unknown = "prorate",
): void {
  const { store } = desk;
  const product = store.find("products", productId);
  if (!product) throw invalidField("product_id", "Product does not exist.");
  if (product.recurring_interval === null) throw invalidField("product_id", "Product is not a recurring product.");
  if (behavior === "next_period") {
    store.update("subscriptions", row.id, { pending_product_id: productId });
    return;
  }
  const customer = store.get("customers", row.customer_id);
  const bounds = seatBounds(product);
  const seats = bounds && Math.min(bounds.max, Math.max(bounds.min, row.seats ?? 0));
  bill(desk, row, { product, seats, behavior });
  grantBenefits(desk, productId, { customer_id: customer.id, subscription_id: row.id, order_id: null });
}

/** Changes the seats of a subscription. Not below the seats that members have. */
export function changeSeats(desk: Desk, row: SubscriptionRow, seats: number, behavior: unknown = "prorate"): void {
  const product = desk.store.get("products", row.product_id);
  const bounds = seatBounds(product);
  if (bounds === null) throw invalidField("seats", "The product has no price per seat.");
  const least = Math.max(bounds.min, takenSeats(desk, row.id).length);
  if (seats < least) throw invalidField("seats", `Minimum seats is ${least}.`);
  if (seats > bounds.max) throw invalidField("seats", `Maximum seats is ${bounds.max}.`);
  if (behavior === "next_period")
    throw invalidField("proration_behavior", "This provider for tests changes seats now.");
  if (seats !== row.seats) bill(desk, row, { product, seats, behavior });
}

interface Terms {
  readonly product: ProductRow;
  readonly seats: number | null;
  readonly behavior: unknown;
}

/** Writes new terms, and bills the rest of the period. */
function bill(desk: Desk, row: SubscriptionRow, { product, seats, behavior }: Terms): void {
  const { store } = desk;
  const customer = store.get("customers", row.customer_id);
  const items = row.status === "trialing" ? [] : prorationItems(desk, row, product, seats);
  if (behavior === "invoice" && customer.card === "declined") throw paymentFailed();
  const later = behavior === "invoice" ? [] : items;
  const pending_items = [...row.pending_items, ...later];
  const subscription = store.update("subscriptions", row.id, { product_id: product.id, seats, pending_items });
  if (behavior === "invoice" && items.length > 0) {
    const order = createOrder(desk, { customer, product, billing_reason: "subscription_update", subscription, items });
    payOrder(desk, order.id);
  }
}

function prorationItems(
  { store, time }: Desk,
  row: SubscriptionRow,
  product: ProductRow,
  seats: number | null,
): readonly OrderItem[] {
  const before = store.get("products", row.product_id);
  const { creditAmount, debitAmount } = prorate({
    periodStart: new Date(row.current_period_start),
    periodEnd: new Date(row.current_period_end),
    at: time.now(),
    oldAmount: amountOf(before, row),
    newAmount: amountOf(product, { ...row, seats }),
  });
  const item = { id: "", proration: true };
  return [
    {
      ...item,
      label: `Unused time on ${before.name}`,
      amount: -creditAmount,
      product_price_id: before.prices[0]?.id ?? null,
    },
    {
      ...item,
      label: `Remaining time on ${product.name}`,
      amount: debitAmount,
      product_price_id: product.prices[0]?.id ?? null,
    },
  ];
}

/** Ends a trial now, or sets the end of a trial. */
export function changeTrial(desk: Desk, row: SubscriptionRow, end: unknown): void {
  const { store, time } = desk;
  if (end === "now") {
    if (row.status !== "trialing") throw invalidField("trial_end", "The subscription is not in a trial.");
    const now = time.stamp();
    store.update("subscriptions", row.id, { trial_end: now, current_period_end: now, anchor_day: dayOf(now) });
    renew(desk, row.id);
    return;
  }
  const date = new Date(String(end));
  if (!(date > time.now())) throw invalidField("trial_end", "The end of the trial is not in the future.");
  store.update("subscriptions", row.id, {
    status: "trialing",
    trial_start: row.trial_start ?? time.stamp(),
    trial_end: date.toISOString(),
    current_period_end: date.toISOString(),
    anchor_day: dayOf(date.toISOString()),
  });
}

const dayOf = (stamp: string): number => new Date(stamp).getUTCDate();
