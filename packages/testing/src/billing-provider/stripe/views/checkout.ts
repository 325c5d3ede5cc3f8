import { currencyOf } from "../../data/currency.js";
import type { CheckoutRow } from "../../data/rows.js";
import type { Store } from "../../data/store.js";
import { amountOf } from "../../sales/price.js";
import { checkoutUrl } from "../../views/checkout.js";
import { priceView } from "./product.js";
import { secondsOf } from "./seconds.js";

/** A declined payment leaves a session of Stripe open; here the page is closed, and so the session has expired. */
const statuses = {
  open: "open",
  expired: "expired",
  failed: "expired",
  confirmed: "complete",
  succeeded: "complete",
} as const satisfies Record<CheckoutRow["status"], string>;

export function checkoutSessionView(store: Store, origin: string, row: CheckoutRow, isExpanded: boolean) {
  const product = store.get("products", row.product_id);
  const [price] = product.prices;
  const amount = amountOf(product, row);
  const status = statuses[row.status];
  const subscription = store.all("subscriptions").find(({ checkout_id }) => checkout_id === row.id);
  const item = { id: `li_${row.id}`, object: "item", price: price ? priceView(product, price) : null } as const;
  return {
    id: row.id,
    object: "checkout.session",
    amount_subtotal: amount,
    amount_total: amount,
    cancel_url: row.return_url,
    client_reference_id: row.external_customer_id,
    created: secondsOf(row.created_at),
    currency: currencyOf(product),
    customer: row.customer_id,
    expires_at: secondsOf(row.expires_at),
    livemode: false,
    metadata: row.metadata as Record<string, string>,
    mode: product.recurring_interval === null ? ("payment" as const) : ("subscription" as const),
    payment_status: row.status === "succeeded" ? ("paid" as const) : ("unpaid" as const),
    status,
    subscription: subscription?.id ?? null,
    success_url: row.success_url?.replaceAll("{CHECKOUT_ID}", "{CHECKOUT_SESSION_ID}") ?? null,
    url: status === "open" ? checkoutUrl(origin, row) : null,
    ...(isExpanded && { line_items: { object: "list", data: [item], has_more: false, url: "" } as const }),
  } as const;
}
