import { type Entity, entity } from "../schema/entity.js";
import { list } from "../schema/field.js";
import type { ClientOf, TolerantOf, WireOf } from "../schema/forms.js";
import { productSummary } from "./order-product.js";
import { price } from "./price.js";
import { productMedia } from "./product-media.js";
import { publicBenefit } from "./public-benefit.js";

const checkoutProductFields = {
  ...productSummary,
  prices: list(price),
  benefits: list(publicBenefit),
  medias: list(productMedia),
};

/** `CheckoutProduct` from the API: snake_case, ISO dates. */
export interface CheckoutProductWire extends WireOf<typeof checkoutProductFields> {}
/** A product in a checkout (client form): camelCase, `Date` values. */
export interface CheckoutProduct extends ClientOf<typeof checkoutProductFields> {}
/** `CheckoutProduct` of any API version: unknown values stay. */
export interface TolerantCheckoutProduct extends TolerantOf<typeof checkoutProductFields> {}

/** A product in a checkout. */
export const checkoutProduct: Entity<CheckoutProductWire, CheckoutProduct, TolerantCheckoutProduct> = entity(
  "CheckoutProduct",
  checkoutProductFields,
);
