import { type Entity, entity } from "../schema/entity.js";
import { date, essential, integer, nullable, number, text } from "../schema/field.js";
import type { ClientOf, TolerantOf, WireOf } from "../schema/forms.js";
import { customer } from "./customer.js";
import { meter } from "./meter.js";

const customerMeterFields = {
  id: essential(text),
  created_at: essential(date),
  modified_at: nullable(date),
  customer_id: essential(text),
  meter_id: essential(text),
  /** May be fractional. */
  consumed_units: number,
  credited_units: integer,
  /** Credited less consumed: may be fractional and below zero. */
  balance: number,
  customer,
  meter,
};

/** `CustomerMeter` from the API: snake_case, ISO dates. */
export interface CustomerMeterWire extends WireOf<typeof customerMeterFields> {}
/** A customer's balance on a meter (client form): camelCase, `Date` values. */
export interface CustomerMeter extends ClientOf<typeof customerMeterFields> {}
/** `CustomerMeter` of any API version: unknown values stay. */
export interface TolerantCustomerMeter extends TolerantOf<typeof customerMeterFields> {}

/** The balance of a customer on a meter. */
export const customerMeter: Entity<CustomerMeterWire, CustomerMeter, TolerantCustomerMeter> = entity(
  "CustomerMeter",
  customerMeterFields,
);
