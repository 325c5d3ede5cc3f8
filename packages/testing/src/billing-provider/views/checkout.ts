import { currencyOf } from "../data/currency.js";
import type { CheckoutRow } from "../data/rows.js";
import { reductionOf } from "../sales/discounts.js";
import { amountOf } from "../sales/price.js";
import { checkoutDiscountView } from "./discount.js";
import { checkoutProductView, priceView } from "./product.js";
import { type Json, type Reading, spelled, stampsOf } from "./reading.js";

const fieldNames = ["country", "state", "city", "postal_code", "line1", "line2"];
const addressFields = (required: unknown, other: unknown): Json =>
  Object.fromEntries(fieldNames.map((name) => [name, name === "country" ? required : other]));

/** The page of a checkout. */
export const checkoutUrl = (origin: string, { client_secret }: CheckoutRow): string =>
  `${origin}/checkout/${client_secret}`;

export function checkoutView(reading: Reading, row: CheckoutRow): Json {
  const { store, origin } = reading;
  const product = store.get("products", row.product_id);
  const [price] = product.prices;
  const amount = amountOf(product, row);
  const discount = row.discount_id === null ? null : store.get("discounts", row.discount_id);
  const reduction = discount ? reductionOf(discount, amount) : 0;
  const net = amount - reduction;
  const isFree = price?.amount_type === "free";
  const isRecurring = product.recurring_interval !== null;
  const shown = checkoutProductView(reading, product);
  return spelled(
    reading,
    {
      ...stampsOf(row),
      ...sharedFields(row),
      payment_processor: "stripe",
      url: checkoutUrl(origin, row),
      success_url: successUrl(origin, row),
      amount,
      discount_amount: reduction,
      net_amount: net,
      tax_amount: row.status === "succeeded" ? 0 : null,
      total_amount: net,
      currency: currencyOf(product),
      product_price_id: price?.id ?? null,
      discount_id: row.discount_id,
      is_discount_applicable: amount > 0,
      is_free_product_price: isFree,
      is_payment_required: net > 0,
      is_payment_setup_required: isRecurring,
      is_payment_form_required: net > 0 || isRecurring,
      payment_processor_metadata: {},
      products: row.product_ids.map((id) => checkoutProductView(reading, store.get("products", id))),
      product: shown,
      product_price: price ? priceView(reading, product, price) : null,
      discount: discount && checkoutDiscountView(reading, discount),
      attached_custom_fields: [],
    },
    { older: olderFields(row), newer: newerFields(reading, row, shown) },
  );
}

const olderFields = (row: CheckoutRow): Json => ({
  customer_external_id: row.external_customer_id,
  customer_billing_address_fields: addressFields(true, row.require_billing_address),
});

const newerFields = ({ store }: Reading, row: CheckoutRow, product: Json): Json => ({
  external_customer_id: row.external_customer_id,
  billing_address_fields: addressFields("required", row.require_billing_address ? "required" : "disabled"),
  return_url: row.return_url,
  seats: row.seats,
  min_seats: row.min_seats,
  max_seats: row.max_seats,
  units: null,
  min_units: null,
  max_units: null,
  tax_behavior: null,
  allow_trial: row.allow_trial,
  active_trial_interval: row.allow_trial ? (row.trial_interval ?? product.trial_interval) : null,
  active_trial_interval_count: row.allow_trial ? (row.trial_interval_count ?? product.trial_interval_count) : null,
  trial_end: null,
  organization_id: store.data.organizationId,
  locale: row.locale,
  payment_method_type: null,
  trial_interval: row.trial_interval,
  trial_interval_count: row.trial_interval_count,
  prices: Object.fromEntries([[row.product_id, product.prices]]),
});

function sharedFields(row: CheckoutRow): Json {
  return {
    status: row.status,
    client_secret: row.client_secret,
    expires_at: row.expires_at,
    embed_origin: row.embed_origin,
    product_id: row.product_id,
    allow_discount_codes: row.allow_discount_codes,
    require_billing_address: row.require_billing_address,
    customer_id: row.customer_id,
    customer_email: row.customer_email,
    customer_name: row.customer_name,
    customer_ip_address: row.customer_ip_address,
    customer_billing_name: row.customer_billing_name,
    customer_billing_address: row.customer_billing_address,
    customer_tax_id: row.customer_tax_id,
    is_business_customer: row.is_business_customer,
    metadata: row.metadata,
    custom_field_data: row.custom_field_data,
    customer_metadata: row.customer_metadata,
    subscription_id: row.subscription_id,
  };
}

/** Where the customer goes after the payment. */
export function successUrl(origin: string, row: CheckoutRow): string {
  const given = row.success_url ?? `${checkoutUrl(origin, row)}/confirmation`;
  return given.replaceAll("{CHECKOUT_ID}", row.id);
}
