import { idOf, type StripeInvoice, type StripeInvoiceLine } from "../objects.js";
import type { Read } from "../wire.js";
import { customerInside } from "./customer.js";
import { dateText } from "./time.js";

const statuses: Readonly<Record<string, string>> = {
  draft: "pending",
  open: "pending",
  paid: "paid",
  uncollectible: "void",
  void: "void",
};

/** The invoice of a checkout for a single payment has the reason "manual". */
const reasonOf = (reason: string | null, isRecurring: boolean): string =>
  isRecurring ? (reason ?? "subscription_cycle") : "purchase";

/** An invoice as an order of `billing-schema`. Null without a customer. Refunds are not in it. */
export function orderWire({ object, readAt }: Read<StripeInvoice>): object | null {
  const customer = customerInside({ object: object.customer, readAt }, object.created);
  if (object.customer === null || customer === null) return null;
  const discount = sumOf(object.total_discount_amounts);
  const tax = sumOf(object.total_taxes);
  const subscription = object.parent?.subscription_details?.subscription ?? null;
  return {
    id: object.id,
    created_at: dateText(object.created),
    modified_at: readAt,
    status: statuses[object.status ?? "draft"] ?? object.status,
    paid: object.status === "paid",
    subtotal_amount: object.subtotal,
    discount_amount: discount,
    net_amount: object.total - tax,
    tax_amount: tax,
    total_amount: object.total,
    refunded_amount: 0,
    refunded_tax_amount: 0,
    currency: object.currency,
    billing_reason: reasonOf(object.billing_reason, subscription !== null),
    billing_address: null,
    customer_id: idOf(object.customer),
    product_id: productOf(object.lines.data),
    discount_id: null,
    subscription_id: subscription && idOf(subscription),
    checkout_id: null,
    metadata: object.metadata ?? {},
    customer,
    product: null,
    discount: null,
    subscription: null,
    items: object.lines.data.map((line) => itemOf(line, object.created)),
  };
}

const sumOf = (parts: readonly { readonly amount: number }[] | null): number =>
  (parts ?? []).reduce((sum, { amount }) => sum + amount, 0);

/** The product of the dearest line: after a change of plan, the credit for the plan before is a line, too. */
function productOf(lines: readonly StripeInvoiceLine[]): string | null {
  const [dearest] = lines.toSorted((one, other) => other.amount - one.amount);
  return dearest?.pricing?.price_details?.product ?? null;
}

function itemOf({ id, amount, description, pricing, parent }: StripeInvoiceLine, created: number): object {
  const price = pricing?.price_details?.price ?? null;
  const details = parent?.subscription_item_details ?? parent?.invoice_item_details ?? null;
  return {
    id,
    created_at: dateText(created),
    modified_at: null,
    label: description ?? "",
    amount,
    tax_amount: 0,
    proration: details?.proration ?? false,
    product_price_id: typeof price === "string" ? price : null,
  };
}
