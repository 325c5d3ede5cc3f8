import { currencyOf } from "../data/currency.js";
import type { OrderRow, RefundRow } from "../data/rows.js";
import { customerView } from "./customer.js";
import { shownDiscount } from "./discount.js";
import { orderProductView } from "./product.js";
import { type Json, type Reading, spelled, stampsOf } from "./reading.js";
import { subscriptionSummaryView } from "./subscription.js";

/** What an order costs without its discount: the sum of its items, at least 0. */
export const subtotalOf = ({ items }: Pick<OrderRow, "items">): number =>
  Math.max(
    0,
    items.reduce((sum, { amount }) => sum + amount, 0),
  );

/** What an order costs. */
export const totalOf = (row: Pick<OrderRow, "items" | "discount_amount">): number =>
  subtotalOf(row) - (row.discount_amount ?? 0);

export function orderView(reading: Reading, row: OrderRow): Json {
  const total = totalOf(row);
  const customer = reading.embedded("customers", row.customer_id);
  const product = reading.embedded("products", row.product_id);
  const { subscription_id } = row;
  return spelled(
    reading,
    {
      ...stampsOf(row),
      ...sharedFields(row),
      status: statusOf(reading, row),
      paid: row.status !== "pending" && row.status !== "void",
      subtotal_amount: subtotalOf(row),
      discount_amount: row.discount_amount ?? 0,
      net_amount: total,
      tax_amount: 0,
      total_amount: total,
      refunded_tax_amount: 0,
      currency: currencyOf(product),
      discount_id: row.discount_id ?? null,
      customer: customerView(reading, customer),
      product: orderProductView(reading, product),
      discount: shownDiscount(reading, row.discount_id ?? null),
      subscription:
        subscription_id === null
          ? null
          : subscriptionSummaryView(reading, reading.embedded("subscriptions", subscription_id)),
      items: itemsView(reading, row),
    },
    {
      older: { amount: total, user_id: row.customer_id },
      newer: {
        ...amountsOf(row, total),
        description: product.name,
        billing_name: row.billing_name ?? null,
        invoice_number: row.invoice_number,
        next_payment_attempt_at: row.next_payment_attempt_at,
      },
    },
  );
}

/** The API before versions has no status for an order that will not be paid. */
const statusOf = ({ spelling }: Reading, { status }: OrderRow): string =>
  status === "void" && spelling === "2025-05" ? "pending" : status;

const sharedFields = (row: OrderRow): Json => ({
  refunded_amount: row.refunded_amount,
  billing_reason: row.billing_reason,
  billing_address: row.billing_address,
  customer_id: row.customer_id,
  product_id: row.product_id,
  subscription_id: row.subscription_id,
  checkout_id: row.checkout_id,
  metadata: row.metadata,
  custom_field_data: row.custom_field_data,
});

const amountsOf = (row: OrderRow, total: number): Json => ({
  applied_balance_amount: 0,
  due_amount: row.status === "pending" ? total : 0,
  is_invoice_generated: false,
  receipt_number: null,
  seats: row.seats ?? null,
  units: null,
  platform_fee_amount: 0,
  platform_fee_currency: null,
  refundable_amount: row.status === "pending" || row.status === "void" ? 0 : total - row.refunded_amount,
  refundable_tax_amount: 0,
});

const itemsView = (reading: Reading, { items, created_at }: OrderRow): readonly Json[] =>
  items.map((item) =>
    spelled(
      reading,
      { ...item, created_at, modified_at: null, tax_amount: 0 },
      { newer: { start_timestamp: null, end_timestamp: null } },
    ),
  );

export function refundView(reading: Reading, row: RefundRow): Json {
  const { customer_id, product_id, subscription_id } = reading.store.get("orders", row.order_id);
  return spelled(
    reading,
    {
      ...row,
      status: "succeeded",
      tax_amount: 0,
      currency: currencyOf(reading.store.get("products", product_id)),
      organization_id: reading.store.data.organizationId,
      customer_id,
      subscription_id,
    },
    { newer: { dispute: null } },
  );
}
