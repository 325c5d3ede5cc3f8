import { nextPeriodStart } from "@keyhold/billing-schema/rules";
import type { CheckoutRow, CustomerRow, DiscountRow, Interval, ProductRow, SubscriptionRow } from "../data/rows.js";
import { type Desk, emit } from "../desk.js";
import { customerBy, newCustomer } from "./customers.js";
import { redeem, whyNotApplicable } from "./discounts.js";
import { grantBenefits } from "./grants.js";
import { createOrder, payOrder } from "./orders.js";
import { seatBounds } from "./price.js";

/** What the customer types on the page of the provider. */
export interface Buyer {
  /** Default: the address of the checkout or of its customer. */
  readonly email?: string;
  readonly name?: string;
  /** ISO 3166-1 alpha-2. Default "US". */
  readonly country?: string;
  /** For a product whose price the customer chooses, in the smallest unit of the currency. */
  readonly amount?: number;
  /** For a product with a price per seat. Default: the seats of the checkout. */
  readonly seats?: number;
  /** The code of a discount. */
  readonly discountCode?: string;
}

/**
 * Completes a checkout: the customer, the subscription, the order and the benefits, with their events. Throws for seats
 * out of bounds, and for a code that is not applicable.
 */
export function buy(desk: Desk, checkout: CheckoutRow, buyer: Buyer): void {
  const { store } = desk;
  const { id } = checkout;
  const discount = chosenDiscount(desk, checkout, buyer);
  const seats = chosenSeats(desk, checkout, buyer);
  if (discount) redeem(desk, discount);
  const terms = { seats, discount_id: discount?.id ?? null, chosen_amount: buyer.amount ?? checkout.chosen_amount };
  store.update("checkouts", id, { status: "confirmed", ...terms });
  emit(desk, "checkout.updated", id);
  const customer = customerOf(desk, checkout, buyer);
  const confirmed = store.update("checkouts", id, {
    status: "succeeded",
    customer_id: customer.id,
    customer_email: customer.email,
    customer_name: customer.name,
  });
  const product = store.get("products", confirmed.product_id);
  if (product.recurring_interval === null) buyOnce(desk, confirmed, customer, product);
  else subscribe(desk, confirmed, customer, product, product.recurring_interval);
  emit(desk, "checkout.updated", id);
  emit(desk, "customer.state_changed", customer.id);
}

function chosenDiscount(desk: Desk, checkout: CheckoutRow, { discountCode }: Buyer): DiscountRow | null {
  const { discount_id, product_id, allow_discount_codes } = checkout;
  if (discountCode !== undefined && !allow_discount_codes) throw new Error("This checkout takes no discount codes.");
  const discounts = desk.store.all("discounts");
  const discount =
    discountCode === undefined
      ? discounts.find(({ id }) => id === discount_id)
      : discounts.find(({ code }) => code === discountCode);
  if (!discount && discountCode !== undefined) throw new Error("Discount does not exist.");
  const why = discount ? whyNotApplicable(desk, discount, product_id) : null;
  if (why !== null) throw new Error(why);
  return discount ?? null;
}

function chosenSeats({ store }: Desk, checkout: CheckoutRow, buyer: Buyer): number | null {
  const seats = buyer.seats ?? checkout.seats;
  const bounds = seatBounds(store.get("products", checkout.product_id));
  if (bounds === null || seats === null) return null;
  const least = Math.max(bounds.min, checkout.min_seats ?? 0);
  const most = Math.min(bounds.max, checkout.max_seats ?? bounds.max);
  if (Number.isInteger(seats) && seats >= least && seats <= most) return seats;
  throw new Error(`The seats are not a whole number from ${least} to ${most}.`);
}

/** Ends a checkout after the card declined the payment. */
export function decline(desk: Desk, { id }: CheckoutRow): void {
  for (const status of ["confirmed", "failed"] as const) {
    desk.store.update("checkouts", id, { status });
    emit(desk, "checkout.updated", id);
  }
}

/** Ends an open checkout that the customer has not completed. */
export function expire(desk: Desk, { id }: CheckoutRow): void {
  desk.store.update("checkouts", id, { status: "expired" });
  emit(desk, "checkout.updated", id);
  emit(desk, "checkout.expired", id);
}

/** The customer of the checkout, by id, by external id, or by address; otherwise a new customer. */
function customerOf(desk: Desk, checkout: CheckoutRow, buyer: Buyer): CustomerRow {
  const { store } = desk;
  const { customer_id, external_customer_id } = checkout;
  if (customer_id !== null) return store.get("customers", customer_id);
  const email = buyer.email ?? checkout.customer_email ?? "buyer@example.com";
  const owned = customerBy(store, "external_id", external_customer_id);
  if (owned) return owned;
  const known = customerBy(store, "email", email);
  if (known) {
    if (known.external_id !== null || external_customer_id === null) return known;
    const linked = store.update("customers", known.id, { external_id: external_customer_id });
    emit(desk, "customer.updated", known.id);
    return linked;
  }
  const row = store.insert("customers", {
    ...newCustomer,
    external_id: external_customer_id,
    email,
    name: buyer.name ?? checkout.customer_name ?? null,
    billing_address: checkout.customer_billing_address ?? { country: buyer.country ?? "US" },
    locale: checkout.locale,
    metadata: checkout.customer_metadata,
  });
  emit(desk, "customer.created", row.id);
  return row;
}

function buyOnce(desk: Desk, checkout: CheckoutRow, customer: CustomerRow, product: ProductRow): void {
  const order = createOrder(desk, {
    ...{ customer, product, billing_reason: "purchase", checkout },
    discount: discountIn(desk, checkout),
  });
  payOrder(desk, order.id);
  grantBenefits(desk, product.id, { customer_id: customer.id, subscription_id: null, order_id: order.id });
}

const discountIn = ({ store }: Desk, { discount_id }: CheckoutRow): DiscountRow | null =>
  discount_id === null ? null : store.get("discounts", discount_id);

function subscribe(
  desk: Desk,
  checkout: CheckoutRow,
  customer: CustomerRow,
  product: ProductRow,
  interval: Interval,
): void {
  const { store, time } = desk;
  const trial = trialOf(checkout, product);
  const startedAt = time.stamp();
  const start = new Date(startedAt);
  const end = nextPeriodStart(start, trial ?? { interval }).toISOString();
  const row = store.insert("subscriptions", {
    ...fresh(checkout),
    status: trial ? "trialing" : "active",
    customer_id: customer.id,
    product_id: product.id,
    current_period_start: startedAt,
    current_period_end: end,
    started_at: startedAt,
    trial_start: trial ? startedAt : null,
    trial_end: trial ? end : null,
    discount_applied_at: trial || checkout.discount_id === null ? null : startedAt,
    anchor_day: new Date(trial ? end : start).getUTCDate(),
  });
  for (const type of ["created", "active", "updated"]) emit(desk, `subscription.${type}`, row.id);
  if (!trial) {
    const order = createOrder(desk, {
      customer,
      product,
      billing_reason: "subscription_create",
      checkout,
      subscription: row,
      discount: discountIn(desk, checkout),
    });
    payOrder(desk, order.id);
  }
  grantBenefits(desk, product.id, { customer_id: customer.id, subscription_id: row.id, order_id: null });
}

const fresh = (checkout: CheckoutRow) =>
  ({
    checkout_id: checkout.id,
    cancel_at_period_end: false,
    canceled_at: null,
    ends_at: null,
    ended_at: null,
    past_due_at: null,
    pause_at_period_end: false,
    paused_at: null,
    resumes_at: null,
    seats: checkout.seats,
    discount_id: checkout.discount_id,
    chosen_amount: checkout.chosen_amount,
    customer_cancellation_reason: null,
    customer_cancellation_comment: null,
    metadata: checkout.metadata,
    custom_field_data: checkout.custom_field_data,
    failed_payments: 0,
    next_payment_attempt_at: null,
    pending_product_id: null,
    pending_items: [],
  }) satisfies Partial<SubscriptionRow>;

/** The trial of a checkout, else of its product. */
function trialOf(
  checkout: CheckoutRow,
  product: ProductRow,
): { readonly interval: Interval; readonly count: number } | null {
  if (!checkout.allow_trial) return null;
  const interval = checkout.trial_interval ?? product.trial_interval;
  return interval === null
    ? null
    : { interval, count: checkout.trial_interval_count ?? product.trial_interval_count ?? 1 };
}
