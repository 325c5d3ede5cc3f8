import type {
  BillingReason,
  CheckoutRow,
  CustomerRow,
  DiscountRow,
  OrderItem,
  OrderRow,
  ProductRow,
  SubscriptionRow,
} from "../data/rows.js";
import { type Desk, emit } from "../desk.js";
import { subtotalOf } from "../views/order.js";
import { reductionOf } from "./discounts.js";
import { amountOf } from "./price.js";
import { meterUsage } from "./usage.js";

/** What an order is about. */
export interface OrderFor {
  readonly customer: CustomerRow;
  readonly product: ProductRow;
  readonly billing_reason: BillingReason;
  readonly checkout?: CheckoutRow;
  readonly subscription?: SubscriptionRow;
  /** Of a change of product within a period; else the price of the product. */
  readonly items?: readonly OrderItem[];
  /** Of the period that has ended. */
  readonly usage?: readonly OrderItem[];
  readonly discount?: DiscountRow | null;
}

/** Creates a pending order. */
export function createOrder(desk: Desk, about: OrderFor): OrderRow {
  const { store } = desk;
  const { customer, product, billing_reason, checkout, subscription, usage = [] } = about;
  const terms: Partial<Pick<SubscriptionRow, "seats" | "chosen_amount">> = checkout ?? subscription ?? {};
  const own = { id: "", label: product.name, amount: amountOf(product, terms), proration: false };
  const given = about.items ?? [{ ...own, product_price_id: product.prices[0]?.id ?? null }];
  const items = [...given, ...usage].map((item) => ({ ...item, id: store.random.id() }));
  const { discount = null } = about;
  const row = store.insert("orders", {
    status: "pending",
    items,
    discount_id: discount?.id ?? null,
    discount_amount: discount ? reductionOf(discount, subtotalOf({ items })) : 0,
    seats: terms.seats ?? null,
    refunded_amount: 0,
    billing_reason,
    customer_id: customer.id,
    product_id: product.id,
    subscription_id: subscription?.id ?? null,
    checkout_id: checkout?.id ?? null,
    billing_name: customer.name,
    billing_address: customer.billing_address,
    metadata: checkout?.metadata ?? subscription?.metadata ?? {},
    custom_field_data: checkout?.custom_field_data ?? {},
    invoice_number: `DESK-${String(store.all("orders").length + 1).padStart(4, "0")}`,
    next_payment_attempt_at: null,
  });
  emit(desk, "order.created", row.id);
  return row;
}

export function payOrder(desk: Desk, id: string): void {
  desk.store.update("orders", id, { status: "paid", next_payment_attempt_at: null });
  emit(desk, "order.updated", id);
  emit(desk, "order.paid", id);
}

/** The metered units of a subscription's present period, as items of the next order. */
export function usageItems({ store }: Desk, subscription: SubscriptionRow): readonly OrderItem[] {
  return store.get("products", subscription.product_id).prices.flatMap(({ id, meter_id, unit_amount, cap_amount }) => {
    if (meter_id === null) return [];
    const terms = { unitAmount: unit_amount, capAmount: cap_amount };
    const { amount } = meterUsage(store, subscription, meter_id, terms);
    const { name: label } = store.get("meters", meter_id);
    return [{ id: "", label, amount, proration: false, product_price_id: id }];
  });
}
