import { type Entity, entity } from "../schema/entity.js";
import { date, essential, flag, metadata, nullable, text } from "../schema/field.js";
import type { ClientOf, TolerantOf, WireOf } from "../schema/forms.js";
import { recurringInterval } from "./enumerations.js";

/** The fields common to every product. */
export const productSummary = {
  id: essential(text),
  created_at: essential(date),
  modified_at: nullable(date),
  name: text,
  description: nullable(text),
  recurring_interval: nullable(recurringInterval),
  is_recurring: flag,
  is_archived: flag,
  organization_id: text,
};

const orderProductFields = {
  ...productSummary,
  metadata,
};

/** `OrderProduct` from the API: snake_case, ISO dates. */
export interface OrderProductWire extends WireOf<typeof orderProductFields> {}
/** A product in an order (client form): camelCase, `Date` values. */
export interface OrderProduct extends ClientOf<typeof orderProductFields> {}
/** `OrderProduct` of any API version: unknown values stay. */
export interface TolerantOrderProduct extends TolerantOf<typeof orderProductFields> {}

/** A product in an order. */
export const orderProduct: Entity<OrderProductWire, OrderProduct, TolerantOrderProduct> = entity(
  "OrderProduct",
  orderProductFields,
);
