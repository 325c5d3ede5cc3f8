import { type Entity, entity } from "../schema/entity.js";
import {
  customFieldData,
  date,
  essential,
  flag,
  integer,
  list,
  metadata,
  nullable,
  number,
  optional,
  text,
} from "../schema/field.js";
import type { ClientOf, TolerantOf, WireOf } from "../schema/forms.js";
import { customerFields } from "./customer.js";
import { activeSubscriptionStatus, recurringInterval } from "./enumerations.js";
import { grantedBenefit } from "./granted-benefit.js";

const activeSubscriptionMeterFields = {
  created_at: date,
  modified_at: nullable(date),
  id: text,
  /** May be fractional. */
  consumed_units: number,
  credited_units: integer,
  amount: integer,
  meter_id: text,
};

/** `ActiveSubscriptionMeter` from the API: snake_case, ISO dates. */
export interface ActiveSubscriptionMeterWire extends WireOf<typeof activeSubscriptionMeterFields> {}
/** A meter of a subscription in a customer's state (client form): camelCase, `Date` values. */
export interface ActiveSubscriptionMeter extends ClientOf<typeof activeSubscriptionMeterFields> {}
/** `ActiveSubscriptionMeter` of any API version: unknown values stay. */
export interface TolerantActiveSubscriptionMeter extends TolerantOf<typeof activeSubscriptionMeterFields> {}

/** The usage of a meter by an active subscription. */
export const activeSubscriptionMeter: Entity<
  ActiveSubscriptionMeterWire,
  ActiveSubscriptionMeter,
  TolerantActiveSubscriptionMeter
> = entity("ActiveSubscriptionMeter", activeSubscriptionMeterFields);

const activeSubscriptionFields = {
  id: essential(text),
  created_at: essential(date),
  modified_at: nullable(date),
  custom_field_data: optional(customFieldData),
  metadata,
  status: essential(activeSubscriptionStatus),
  amount: integer,
  currency: text,
  recurring_interval: recurringInterval,
  current_period_start: date,
  current_period_end: nullable(date),
  cancel_at_period_end: flag,
  canceled_at: nullable(date),
  started_at: nullable(date),
  ends_at: nullable(date),
  product_id: essential(text),
  discount_id: nullable(text),
  meters: list(activeSubscriptionMeter),
};

/** `ActiveSubscription` from the API: snake_case, ISO dates. */
export interface ActiveSubscriptionWire extends WireOf<typeof activeSubscriptionFields> {}
/** A subscription in a customer's state (client form): camelCase, `Date` values. */
export interface ActiveSubscription extends ClientOf<typeof activeSubscriptionFields> {}
/** `ActiveSubscription` of any API version: unknown values stay. */
export interface TolerantActiveSubscription extends TolerantOf<typeof activeSubscriptionFields> {}

/** An active subscription of a customer. */
export const activeSubscription: Entity<ActiveSubscriptionWire, ActiveSubscription, TolerantActiveSubscription> =
  entity("ActiveSubscription", activeSubscriptionFields);

const activeMeterFields = {
  created_at: date,
  modified_at: nullable(date),
  meter_id: text,
  /** May be fractional. */
  consumed_units: number,
  credited_units: integer,
  /** Credited less consumed: may be fractional and below zero. */
  balance: number,
};

/** `ActiveMeter` from the API: snake_case, ISO dates. */
export interface ActiveMeterWire extends WireOf<typeof activeMeterFields> {}
/** A meter in a customer's state (client form): camelCase, `Date` values. */
export interface ActiveMeter extends ClientOf<typeof activeMeterFields> {}
/** `ActiveMeter` of any API version: unknown values stay. */
export interface TolerantActiveMeter extends TolerantOf<typeof activeMeterFields> {}

/** A customer's balance of a meter. */
export const activeMeter: Entity<ActiveMeterWire, ActiveMeter, TolerantActiveMeter> = entity(
  "ActiveMeter",
  activeMeterFields,
);

const customerStateFields = {
  ...customerFields,
  active_subscriptions: essential(list(activeSubscription)),
  granted_benefits: essential(list(grantedBenefit)),
  active_meters: list(activeMeter),
};

/** `CustomerState` from the API: snake_case, ISO dates. */
export interface CustomerStateWire extends WireOf<typeof customerStateFields> {}
/** A customer's state (client form): camelCase, `Date` values. */
export interface CustomerState extends ClientOf<typeof customerStateFields> {}
/** `CustomerState` of any API version: unknown values stay. */
export interface TolerantCustomerState extends TolerantOf<typeof customerStateFields> {}

/** A customer with all active subscriptions, granted benefits and meters. */
export const customerState: Entity<CustomerStateWire, CustomerState, TolerantCustomerState> = entity(
  "CustomerState",
  customerStateFields,
);
