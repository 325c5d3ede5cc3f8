import { currencyOf } from "../data/currency.js";
import type { SubscriptionRow } from "../data/rows.js";
import { amountOf } from "../sales/price.js";
import { meterUsage } from "../sales/usage.js";
import { customerView } from "./customer.js";
import { shownDiscount } from "./discount.js";
import { meterView, pricesView, productView } from "./product.js";
import { type Json, type Reading, spelled, stampsOf } from "./reading.js";

/** A subscription in an order, and the part of each subscription. */
export function subscriptionSummaryView(reading: Reading, row: SubscriptionRow): Json {
  const product = reading.store.get("products", row.product_id);
  return spelled(
    reading,
    {
      ...stampsOf(row),
      amount: amountOf(product, row),
      currency: currencyOf(product),
      recurring_interval: product.recurring_interval,
      status: row.status,
      current_period_start: row.current_period_start,
      current_period_end: row.current_period_end,
      cancel_at_period_end: row.cancel_at_period_end,
      canceled_at: row.canceled_at,
      started_at: row.started_at,
      ends_at: row.ends_at,
      ended_at: row.ended_at,
      customer_id: row.customer_id,
      product_id: row.product_id,
      discount_id: row.discount_id ?? null,
      checkout_id: row.checkout_id,
      customer_cancellation_reason: row.customer_cancellation_reason,
      customer_cancellation_comment: row.customer_cancellation_comment,
      metadata: row.metadata,
    },
    {
      newer: {
        recurring_interval_count: 1,
        current_meter_period_start: row.current_period_start,
        current_meter_period_end: row.current_period_end,
        trial_start: row.trial_start,
        trial_end: row.trial_end,
        past_due_at: row.past_due_at,
        pause_at_period_end: row.pause_at_period_end ?? false,
        paused_at: row.paused_at ?? null,
        resumes_at: row.resumes_at ?? null,
        seats: row.seats,
        units: null,
      },
    },
  );
}

export function subscriptionView(reading: Reading, row: SubscriptionRow): Json {
  const product = reading.embedded("products", row.product_id);
  return {
    ...subscriptionSummaryView(reading, row),
    custom_field_data: row.custom_field_data,
    customer: customerView(reading, reading.embedded("customers", row.customer_id)),
    product: productView(reading, product),
    discount: shownDiscount(reading, row.discount_id ?? null),
    prices: pricesView(reading, product),
    meters: subscriptionMeters(reading, row).map((line) => ({
      ...line,
      meter: meterView(reading, reading.store.get("meters", String(line.meter_id))),
    })),
    ...(reading.spelling === "2026-04" && { pending_update: pendingUpdate(row) }),
  };
}

/** The usage of the metered prices in this period. */
export function subscriptionMeters({ store }: Reading, row: SubscriptionRow): readonly Json[] {
  return store.get("products", row.product_id).prices.flatMap(({ id, meter_id, unit_amount, cap_amount }) => {
    if (meter_id === null) return [];
    const { created_at, modified_at } = row;
    const terms = { unitAmount: unit_amount, capAmount: cap_amount };
    return [{ id, created_at, modified_at, meter_id, ...meterUsage(store, row, meter_id, terms) }];
  });
}

function pendingUpdate(row: SubscriptionRow): Json | null {
  if (row.pending_product_id === null) return null;
  return {
    ...stampsOf(row),
    applies_at: row.current_period_end,
    product_id: row.pending_product_id,
    seats: null,
    units: null,
  };
}
