import { type Entity, entity } from "../schema/entity.js";
import { customFieldData, date, essential, integer, list, nullable, number, optional, text } from "../schema/field.js";
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

/** `SubscriptionMeter` from the API: snake_case, ISO dates. */
export interface SubscriptionMeterWire extends WireOf<typeof subscriptionMeterFields> {}
/** A subscription's usage of a meter (client form): camelCase, `Date` values. */
export interface SubscriptionMeter extends ClientOf<typeof subscriptionMeterFields> {}
/** `SubscriptionMeter` of any API version: unknown values stay. */
export interface TolerantSubscriptionMeter extends TolerantOf<typeof subscriptionMeterFields> {}

/** The usage of a meter by a subscription in this period. */
export const subscriptionMeter: Entity<SubscriptionMeterWire, SubscriptionMeter, TolerantSubscriptionMeter> = entity(
  "SubscriptionMeter",
  subscriptionMeterFields,
);

const subscriptionFields = {
  ...subscriptionSummary,
  custom_field_data: optional(customFieldData),
  customer: essential(customer),
  product,
  discount: nullable(discount),
  prices: list(price),
  meters: list(subscriptionMeter),
};

/** `Subscription` from the API: snake_case, ISO dates. */
export interface SubscriptionWire extends WireOf<typeof subscriptionFields> {}
/** A subscription (client form): camelCase, `Date` values. */
export interface Subscription extends ClientOf<typeof subscriptionFields> {}
/** `Subscription` of any API version: unknown values stay. */
export interface TolerantSubscription extends TolerantOf<typeof subscriptionFields> {}

/** A product with recurring payments by a customer. */
export const subscription: Entity<SubscriptionWire, Subscription, TolerantSubscription> = entity(
  "Subscription",
  subscriptionFields,
);
