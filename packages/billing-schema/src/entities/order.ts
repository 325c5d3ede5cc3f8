import { type Entity, entity } from "../schema/entity.js";
import {
  customFieldData,
  date,
  essential,
  flag,
  integer,
  laterAbsent,
  laterNullable,
  list,
  metadata,
  nullable,
  optional,
  text,
} from "../schema/field.js";
import type { ClientOf, TolerantOf, WireOf } from "../schema/forms.js";
import { address } from "./address.js";
import { customer } from "./customer.js";
import { discount } from "./discount.js";
import { orderBillingReason, orderStatus } from "./enumerations.js";
import { orderProduct } from "./order-product.js";
import { orderSubscription } from "./order-subscription.js";

const orderItemFields = {
  created_at: date,
  modified_at: nullable(date),
  id: text,
  label: text,
  /** Negative for a credit. */
  amount: integer,
  tax_amount: integer,
  proration: flag,
  product_price_id: nullable(text),
};

/** `OrderItem` from the API: snake_case, ISO dates. */
export interface OrderItemWire extends WireOf<typeof orderItemFields> {}
/** A line of an order (client form): camelCase, `Date` values. */
export interface OrderItem extends ClientOf<typeof orderItemFields> {}
/** `OrderItem` of any API version: unknown values stay. */
export interface TolerantOrderItem extends TolerantOf<typeof orderItemFields> {}

/** A line of an order. */
export const orderItem: Entity<OrderItemWire, OrderItem, TolerantOrderItem> = entity("OrderItem", orderItemFields);

const orderFields = {
  id: essential(text),
  created_at: essential(date),
  modified_at: nullable(date),
  status: essential(orderStatus),
  paid: essential(flag),
  subtotal_amount: integer,
  discount_amount: integer,
  /** Subtotal less discount. */
  net_amount: essential(integer),
  /** Equal to the net amount; absent in newer versions. */
  amount: laterAbsent(integer),
  tax_amount: integer,
  /** Net and tax. */
  total_amount: essential(integer),
  refunded_amount: essential(integer),
  refunded_tax_amount: integer,
  currency: essential(text),
  billing_reason: orderBillingReason,
  billing_address: nullable(address),
  customer_id: essential(text),
  product_id: laterNullable(text),
  discount_id: nullable(text),
  subscription_id: nullable(text),
  checkout_id: nullable(text),
  metadata,
  custom_field_data: optional(customFieldData),
  customer: essential(customer),
  /** Absent in newer versions. */
  user_id: laterAbsent(text),
  product: laterNullable(orderProduct),
  discount: nullable(discount),
  subscription: nullable(orderSubscription),
  items: list(orderItem),
};

/** `Order` from the API: snake_case, ISO dates. */
export interface OrderWire extends WireOf<typeof orderFields> {}
/** An order (client form): camelCase, `Date` values. */
export interface Order extends ClientOf<typeof orderFields> {}
/** `Order` of any API version: unknown values stay. */
export interface TolerantOrder extends TolerantOf<typeof orderFields> {}

/** A purchase or renewal of a customer. */
export const order: Entity<OrderWire, Order, TolerantOrder> = entity("Order", orderFields);
