import { currencyOf } from "../data/currency.js";
import type { CustomerRow, GrantRow, MeterRow, SubscriptionRow } from "../data/rows.js";
import { amountOf } from "../sales/price.js";
import { balanceOf, changedAt, hasMeter } from "../sales/usage.js";
import { customerView } from "./customer.js";
import { benefitView, meterView } from "./product.js";
import { type Json, type Reading, spelled, stampsOf } from "./reading.js";
import { subscriptionMeters } from "./subscription.js";

export function grantView(reading: Reading, row: GrantRow): Json {
  const { granted_at, revoked_at, subscription_id, order_id, customer_id, benefit_id, properties } = row;
  return spelled(
    reading,
    {
      ...stampsOf(row),
      granted_at: revoked_at === null ? granted_at : null,
      is_granted: revoked_at === null,
      revoked_at,
      is_revoked: revoked_at !== null,
      subscription_id,
      order_id,
      customer_id,
      benefit_id,
      error: null,
      customer: customerView(reading, reading.embedded("customers", customer_id)),
      properties,
      benefit: benefitView(reading, reading.embedded("benefits", benefit_id)),
      previous_properties: null,
    },
    { newer: { member_id: null, member: null } },
  );
}

/** A customer with active subscriptions, granted benefits and meters. */
export function stateView(reading: Reading, customer: CustomerRow): Json {
  const { store } = reading;
  const isOwn = ({ customer_id }: { readonly customer_id: string }) => customer_id === customer.id;
  const subscriptions = store
    .all("subscriptions")
    .filter((row) => isOwn(row) && (row.status === "active" || row.status === "trialing"));
  const grants = store.all("grants").filter((row) => isOwn(row) && row.revoked_at === null);
  const meters = store.all("meters").filter((meter) => hasMeter(store, customer, meter));
  return {
    ...customerView(reading, customer),
    active_subscriptions: subscriptions.map((row) => activeSubscriptionView(reading, row)),
    granted_benefits: grants.map((row) => grantedView(reading, row)),
    active_meters: meters.map((meter) => activeMeterView(reading, customer, meter)),
  };
}

function activeSubscriptionView(reading: Reading, row: SubscriptionRow): Json {
  const product = reading.store.get("products", row.product_id);
  return spelled(
    reading,
    {
      ...stampsOf(row),
      custom_field_data: row.custom_field_data,
      metadata: row.metadata,
      // The first spelling has no trials.
      status: reading.spelling === "2025-05" ? "active" : row.status,
      amount: amountOf(product, row),
      currency: currencyOf(product),
      recurring_interval: product.recurring_interval,
      current_period_start: row.current_period_start,
      current_period_end: row.current_period_end,
      cancel_at_period_end: row.cancel_at_period_end,
      canceled_at: row.canceled_at,
      started_at: row.started_at,
      ends_at: row.ends_at,
      product_id: row.product_id,
      discount_id: row.discount_id ?? null,
      meters: subscriptionMeters(reading, row),
    },
    { newer: { trial_start: row.trial_start, trial_end: row.trial_end, seats: row.seats, units: null } },
  );
}

function grantedView(reading: Reading, row: GrantRow): Json {
  const { type, metadata } = reading.store.get("benefits", row.benefit_id);
  const { granted_at, benefit_id, properties } = row;
  return spelled(
    reading,
    { ...stampsOf(row), granted_at, benefit_id, benefit_type: type, properties },
    { newer: { benefit_metadata: metadata } },
  );
}

/** The id of a customer's meter: of both, since no row is kept. */
const customerMeterId = (customer: CustomerRow, meter: MeterRow): string =>
  `${customer.id.slice(0, 18)}${meter.id.slice(18)}`;

function activeMeterView(reading: Reading, customer: CustomerRow, meter: MeterRow): Json {
  const { store } = reading;
  return spelled(
    reading,
    {
      created_at: customer.created_at,
      modified_at: changedAt(store, customer, meter),
      meter_id: meter.id,
      ...balanceOf(store, customer, meter),
    },
    { newer: { id: customerMeterId(customer, meter) } },
  );
}

export const customerMeterView = (reading: Reading, customer: CustomerRow, meter: MeterRow): Json => ({
  ...activeMeterView(reading, customer, meter),
  id: customerMeterId(customer, meter),
  customer_id: customer.id,
  customer: customerView(reading, customer),
  meter: meterView(reading, meter),
});
