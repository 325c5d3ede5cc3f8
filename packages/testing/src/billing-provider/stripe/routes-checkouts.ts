import { newCheckout } from "../api/checkouts.js";
import { secretFor } from "../data/random.js";
import type { ProductRow, Values } from "../data/rows.js";
import type { Desk } from "../desk.js";
import { allowOnly, expands, type StripeCall, textIn } from "./call.js";
import { invalidParam, noSuch } from "./stripe-error.js";
import { checkoutSessionView } from "./views/checkout.js";
import { secondsOf } from "./views/seconds.js";

/** The product of a price. 400 for an unknown price. */
export function productOfPrice({ store }: Desk, price: unknown, param: string): ProductRow {
  const found = store.all("products").find(({ prices }) => prices.some(({ id }) => id === price));
  if (!found) throw noSuch("price", String(price), param);
  return found;
}

const names = [
  ...["mode", "customer", "client_reference_id", "line_items", "success_url", "cancel_url"],
  ...["allow_promotion_codes", "discounts", "metadata", "subscription_data", "invoice_creation"],
];

export function createSession(call: StripeCall): object {
  allowOnly(call, names);
  const { desk, fields } = call;
  const [item = {}, ...others] = (fields.line_items ?? []) as readonly Values[];
  if (others.length > 0) throw invalidParam("line_items", "This provider for tests sells a single item.");
  const product = productOfPrice(desk, item.price, "line_items[0][price]");
  const mode = product.recurring_interval === null ? "payment" : "subscription";
  if (fields.mode !== mode) throw invalidParam("mode", `The price is for the mode ${mode}.`);
  const customer_id = textIn(fields, "customer") ?? "";
  const customer = desk.store.find("customers", customer_id);
  if (!customer || customer.deleted_at !== null) throw noSuch("customer", customer_id, "customer");
  const success = textIn(fields, "success_url");
  if (success === undefined)
    throw invalidParam("success_url", "Missing required param: success_url.", "parameter_missing");
  const [discount] = (fields.discounts ?? []) as readonly Values[];
  if (discount && fields.allow_promotion_codes === "true") {
    throw invalidParam("allow_promotion_codes", "You may only specify one of these parameters.");
  }
  const { trial_period_days } = Object(fields.subscription_data);
  const isPerSeat = product.prices[0]?.amount_type === "seat_based";
  const row = newCheckout(desk, {
    products: [product.id],
    customer_id,
    ...(discount && { discount_id: String(discount.coupon) }),
    allow_discount_codes: fields.allow_promotion_codes === "true",
    metadata: Object(fields.metadata),
    success_url: success.replaceAll("{CHECKOUT_SESSION_ID}", "{CHECKOUT_ID}"),
    return_url: textIn(fields, "cancel_url") ?? null,
    ...(isPerSeat && { seats: Number(item.quantity ?? 1) }),
    ...(trial_period_days === undefined
      ? { allow_trial: false }
      : { allow_trial: true, trial_interval: "day", trial_interval_count: Number(trial_period_days) }),
  });
  const owned = desk.store.update("checkouts", row.id, {
    external_customer_id: textIn(fields, "client_reference_id") ?? null,
  });
  return checkoutSessionView(desk.store, desk.origin, owned, expands(call, "line_items"));
}

export function getSession(call: StripeCall): object {
  const { desk, id } = call;
  const row = desk.store.find("checkouts", id);
  if (!row) throw noSuch("checkout.session", id);
  return checkoutSessionView(desk.store, desk.origin, row, expands(call, "line_items"));
}

const portalSeconds = 300;

/** A link to the portal. */
export function createPortalSession(call: StripeCall): object {
  allowOnly(call, ["customer", "return_url"]);
  const { desk, fields } = call;
  const { store, time, origin } = desk;
  const customer_id = textIn(fields, "customer") ?? "";
  const customer = store.find("customers", customer_id);
  if (!customer || customer.deleted_at !== null) throw noSuch("customer", customer_id, "customer");
  const row = store.insert("sessions", {
    customer_id,
    token: `bps_${secretFor(store.data.seed, store.random.id())}`,
    expires_at: new Date(time.now().getTime() + portalSeconds * 1000).toISOString(),
    return_url: textIn(fields, "return_url") ?? null,
  });
  return {
    id: row.id,
    object: "billing_portal.session",
    created: secondsOf(row.created_at),
    customer: customer_id,
    livemode: false,
    return_url: row.return_url,
    url: `${origin}/portal/${row.token}`,
  };
}
