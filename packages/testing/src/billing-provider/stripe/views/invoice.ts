import { currencyOf } from "../../data/currency.js";
import type { OrderItem, OrderRow } from "../../data/rows.js";
import type { Store } from "../../data/store.js";
import { subtotalOf, totalOf } from "../../views/order.js";
import { customerOrDeleted } from "./customer.js";
import { secondsOf } from "./seconds.js";

const statuses = {
  pending: "open",
  paid: "paid",
  refunded: "paid",
  partially_refunded: "paid",
  void: "void",
} as const satisfies Record<OrderRow["status"], string>;

/** How many lines are inside of an invoice; the others are a list of their own. */
const embedded = 10;

export const linesView = (store: Store, row: OrderRow) => row.items.map((item) => lineOf(store, row, item));

export function invoiceView(store: Store, origin: string, row: OrderRow, isExpanded: boolean) {
  const product = store.get("products", row.product_id);
  const { subscription_id: subscription } = row;
  return {
    id: row.id,
    object: "invoice",
    billing_reason: row.billing_reason === "purchase" ? ("manual" as const) : row.billing_reason,
    created: secondsOf(row.created_at),
    currency: currencyOf(product),
    customer: isExpanded ? customerOrDeleted(store.get("customers", row.customer_id)) : row.customer_id,
    hosted_invoice_url: `${origin}/invoices/${row.id}`,
    invoice_pdf: `${origin}/invoices/${row.id}`,
    lines: {
      object: "list",
      data: linesView(store, row).slice(0, embedded),
      has_more: row.items.length > embedded,
      url: `/v1/invoices/${row.id}/lines`,
    },
    livemode: false,
    metadata: row.metadata as Record<string, string>,
    number: row.invoice_number,
    parent:
      subscription === null
        ? null
        : {
            quote_details: null,
            subscription_details: { metadata: null, subscription },
            type: "subscription_details" as const,
          },
    status: statuses[row.status],
    subtotal: subtotalOf(row),
    total: totalOf(row),
    total_discount_amounts:
      row.discount_id === null ? [] : [{ amount: row.discount_amount, discount: row.discount_id }],
    total_taxes: [] as never[],
  } as const;
}

function lineOf(store: Store, row: OrderRow, { id, amount, label, proration, product_price_id }: OrderItem) {
  const ofPrice = store.all("products").find(({ prices }) => prices.some((price) => price.id === product_price_id));
  const product = (ofPrice ?? store.get("products", row.product_id)).id;
  const isOfSubscription = row.subscription_id !== null;
  return {
    id,
    object: "line_item",
    amount,
    description: label,
    pricing: { type: "price_details" as const, price_details: { price: product_price_id ?? "", product } },
    parent: {
      subscription_item_details: isOfSubscription ? { proration } : null,
      invoice_item_details: isOfSubscription ? null : { proration },
    },
  } as const;
}
