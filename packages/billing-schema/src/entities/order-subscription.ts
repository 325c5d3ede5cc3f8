import { type Entity, entity } from "../schema/entity.js";
import { date, essential, flag, integer, metadata, nullable, text } from "../schema/field.js";
import type { ClientOf, TolerantOf, WireOf } from "../schema/forms.js";
import { cancellationReason, recurringInterval, subscriptionStatus } from "./enumerations.js";

/** The fields common to every subscription. */
export const subscriptionSummary = {
  created_at: essential(date),
  modified_at: nullable(date),
  id: essential(text),
  amount: essential(integer),
  currency: essential(text),
  recurring_interval: recurringInterval,
  status: essential(subscriptionStatus),
  current_period_start: date,
  current_period_end: nullable(date),
  cancel_at_period_end: flag,
  canceled_at: nullable(date),
  started_at: nullable(date),
  ends_at: nullable(date),
  ended_at: nullable(date),
  customer_id: essential(text),
  product_id: essential(text),
  discount_id: nullable(text),
  checkout_id: nullable(text),
  customer_cancellation_reason: nullable(cancellationReason),
  customer_cancellation_comment: nullable(text),
  metadata,
};

const orderSubscriptionFields = {
  ...subscriptionSummary,
};

/** `OrderSubscription` from the API: snake_case, ISO dates. */
export interface OrderSubscriptionWire extends WireOf<typeof orderSubscriptionFields> {}
/** The subscription of an order (client form): camelCase, `Date` values. */
export interface OrderSubscription extends ClientOf<typeof orderSubscriptionFields> {}
/** `OrderSubscription` of any API version: unknown values stay. */
export interface TolerantOrderSubscription extends TolerantOf<typeof orderSubscriptionFields> {}

/** The subscription of an order. */
export const orderSubscription: Entity<OrderSubscriptionWire, OrderSubscription, TolerantOrderSubscription> = entity(
  "OrderSubscription",
  orderSubscriptionFields,
);
