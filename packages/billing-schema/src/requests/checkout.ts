import { flag, text } from "../schema/field.js";
import type { ClientOf, WireOf } from "../schema/forms.js";
import { body, bounded, list, omissible, optional, record, renamed, since } from "../schema/request/part.js";
import { type RequestBody, requestBody } from "../schema/request/request-body.js";
import { addressInput } from "./address.js";
import { checkoutAmount, count } from "./amount.js";
import { currency } from "./currency.js";
import { customFieldData, metadata } from "./metadata.js";
import type { OlderOwnerName } from "./older-name.js";
import { priceCreate } from "./price.js";
import { email, id, url } from "./text.js";
import { trialInterval } from "./trial.js";

const createParts = {
  /** Ids; the first product is selected. */
  products: bounded(list(id), (value) => Array.isArray(value) && value.length > 0, "a list of at least one product"),
  metadata: optional(metadata),
  custom_field_data: optional(customFieldData),
  discount_id: omissible(id),
  /** True by default. */
  allow_discount_codes: optional(flag),
  require_billing_address: optional(flag),
  amount: omissible(checkoutAmount),
  seats: since(omissible(count)),
  min_seats: since(omissible(count)),
  max_seats: since(omissible(count)),
  units: since(omissible(count)),
  min_units: since(omissible(count)),
  max_units: since(omissible(count)),
  /** True by default. */
  allow_trial: since(optional(flag)),
  trial_interval: since(omissible(trialInterval)),
  trial_interval_count: since(omissible(count)),
  customer_id: omissible(id),
  is_business_customer: optional(flag),
  /** The id of the user or organization in your app. */
  external_customer_id: renamed("customer_external_id", omissible(id)),
  customer_name: omissible(text),
  customer_email: omissible(email),
  customer_ip_address: omissible(text),
  customer_billing_name: omissible(text),
  customer_billing_address: omissible(addressInput),
  customer_tax_id: omissible(text),
  customer_metadata: optional(metadata),
  /** A subscription with a free price, to be upgraded by this checkout. */
  subscription_id: omissible(id),
  /** May contain `{CHECKOUT_ID}`. */
  success_url: omissible(url),
  return_url: since(omissible(url)),
  embed_origin: omissible(text),
  locale: since(omissible(text)),
  currency: since(omissible(currency)),
  /** Prices for this checkout alone, by the id of the product. */
  prices: since(omissible(record(list(priceCreate)))),
};

/** `CheckoutCreate` for the API: snake_case. */
export interface CheckoutCreateWire extends WireOf<typeof createParts> {}
/** A checkout to create (client form): camelCase. */
export interface CheckoutCreate extends ClientOf<typeof createParts>, OlderOwnerName {}

/** `POST /v1/checkouts/`: a page for the payment of a product in the list. */
export const checkoutCreate: RequestBody<CheckoutCreateWire, CheckoutCreate> = requestBody(
  body("CheckoutCreate", createParts),
);

const updateParts = {
  custom_field_data: optional(customFieldData),
  /** A product of the checkout. */
  product_id: omissible(id),
  product_price_id: omissible(id),
  amount: omissible(checkoutAmount),
  seats: since(omissible(count)),
  units: since(omissible(count)),
  is_business_customer: omissible(flag),
  customer_name: omissible(text),
  customer_email: omissible(email),
  customer_billing_name: omissible(text),
  customer_billing_address: omissible(addressInput),
  customer_tax_id: omissible(text),
  locale: since(omissible(text)),
  trial_interval: since(omissible(trialInterval)),
  trial_interval_count: since(omissible(count)),
  metadata: optional(metadata),
  currency: since(omissible(currency)),
  discount_id: omissible(id),
  allow_discount_codes: omissible(flag),
  require_billing_address: omissible(flag),
  allow_trial: since(omissible(flag)),
  customer_ip_address: omissible(text),
  customer_metadata: omissible(metadata),
  success_url: omissible(url),
  return_url: since(omissible(url)),
  embed_origin: omissible(text),
};

/** `CheckoutUpdate` for the API: snake_case. */
export interface CheckoutUpdateWire extends WireOf<typeof updateParts> {}
/** A change of a checkout (client form): camelCase. */
export interface CheckoutUpdate extends ClientOf<typeof updateParts> {}

/** `PATCH /v1/checkouts/{id}`: a change of an open checkout. */
export const checkoutUpdate: RequestBody<CheckoutUpdateWire, CheckoutUpdate> = requestBody(
  body("CheckoutUpdate", updateParts),
);
