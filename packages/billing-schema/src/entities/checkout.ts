import { type Entity, entity } from "../schema/entity.js";
import {
  customerMetadata,
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
  processorMetadata,
  text,
} from "../schema/field.js";
import type { ClientOf, TolerantOf, WireOf } from "../schema/forms.js";
import { address, billingAddressFields } from "./address.js";
import { checkoutDiscount } from "./checkout-discount.js";
import { checkoutProduct } from "./checkout-product.js";
import { attachedCustomField } from "./custom-field.js";
import { checkoutStatus, paymentProcessor } from "./enumerations.js";
import { price } from "./price.js";

const checkoutFields = {
  created_at: essential(date),
  modified_at: nullable(date),
  id: essential(text),
  custom_field_data: optional(customFieldData),
  payment_processor: paymentProcessor,
  status: essential(checkoutStatus),
  /** Lets a browser continue this checkout: a secret of the customer. */
  client_secret: text,
  url: text,
  expires_at: date,
  success_url: text,
  embed_origin: nullable(text),
  amount: integer,
  discount_amount: integer,
  net_amount: integer,
  /** Null until the address is known. */
  tax_amount: nullable(integer),
  total_amount: essential(integer),
  currency: essential(text),
  product_id: laterNullable(text),
  product_price_id: laterNullable(text),
  discount_id: nullable(text),
  allow_discount_codes: flag,
  require_billing_address: flag,
  is_discount_applicable: flag,
  is_free_product_price: flag,
  is_payment_required: flag,
  is_payment_setup_required: flag,
  is_payment_form_required: flag,
  customer_id: nullable(text),
  is_business_customer: flag,
  customer_name: nullable(text),
  customer_email: nullable(text),
  customer_ip_address: nullable(text),
  customer_billing_name: nullable(text),
  customer_billing_address: nullable(address),
  customer_tax_id: nullable(text),
  payment_processor_metadata: processorMetadata,
  metadata,
  /** Newer versions call this field `external_customer_id`. */
  customer_external_id: laterAbsent(nullable(text)),
  products: list(checkoutProduct),
  product: laterNullable(checkoutProduct),
  product_price: laterNullable(price),
  discount: nullable(checkoutDiscount),
  subscription_id: nullable(text),
  attached_custom_fields: laterNullable(list(attachedCustomField)),
  customer_metadata: customerMetadata,
  /** Newer versions have `billing_address_fields` instead, with other values. */
  customer_billing_address_fields: laterAbsent(billingAddressFields),
};

/** `Checkout` from the API: snake_case, ISO dates. */
export interface CheckoutWire extends WireOf<typeof checkoutFields> {}
/** A checkout (client form): camelCase, `Date` values. */
export interface Checkout extends ClientOf<typeof checkoutFields> {}
/** `Checkout` of any API version: unknown values stay. */
export interface TolerantCheckout extends TolerantOf<typeof checkoutFields> {}

/** A purchase in progress. */
export const checkout: Entity<CheckoutWire, Checkout, TolerantCheckout> = entity("Checkout", checkoutFields);
