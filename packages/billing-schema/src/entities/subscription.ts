import { type Entity, entity } from "../schema/entity.js";
import { customFieldData, date, integer, list, nullable, number, optional, text } from "../schema/field.js";
import type { ClientOf, TolerantOf, WireOf } from "../schema/forms.js";
import { customer } from "./customer.js";
import { discount } from "./discount.js";
import { meter } from "./meter.js";
import { subscriptionSummary } from "./order-subscription.js";
import { price } from "./price.js";
import { product } from "./product.js";

const subscriptionMeterFields = {
  created_at: date,
  modified_at: nullable(date),
  id: text,
  /** May be fractional. */
  consumed_units: number,
  credited_units: integer,
  amount: integer,
  meter_id: text,
  meter,
};

export interface SubscriptionMeterWire extends WireOf<typeof subscriptionMeterFields> {}
export interface SubscriptionMeter extends ClientOf<typeof subscriptionMeterFields> {}
export interface TolerantSubscriptionMeter extends TolerantOf<typeof subscriptionMeterFields> {}

/** The usage of a meter by a subscription in this period. */
export const subscriptionMeter: Entity<SubscriptionMeterWire, SubscriptionMeter, TolerantSubscriptionMeter> = entity(
  "SubscriptionMeter",
  subscriptionMeterFields,
);

const subscriptionFields = {
  ...subscriptionSummary,
  custom_field_data: optional(customFieldData),
  customer,
  product,
  discount: nullable(discount),
  prices: list(price),
  meters: list(subscriptionMeter),
};

export interface SubscriptionWire extends WireOf<typeof subscriptionFields> {}
export interface Subscription extends ClientOf<typeof subscriptionFields> {}
export interface TolerantSubscription extends TolerantOf<typeof subscriptionFields> {}

/** A product with recurring payments by a customer. */
export const subscription: Entity<SubscriptionWire, Subscription, TolerantSubscription> = entity(
  "Subscription",
  subscriptionFields,
);
