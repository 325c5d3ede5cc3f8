import { type Entity, entity } from "../schema/entity.js";
import { list, metadata } from "../schema/field.js";
import type { ClientOf, TolerantOf, WireOf } from "../schema/forms.js";
import { benefit } from "./benefit.js";
import { attachedCustomField } from "./custom-field.js";
import { productSummary } from "./order-product.js";
import { price } from "./price.js";
import { productMedia } from "./product-media.js";

const productFields = {
  ...productSummary,
  metadata,
  prices: list(price),
  benefits: list(benefit),
  medias: list(productMedia),
  attached_custom_fields: list(attachedCustomField),
};

/** `Product` from the API: snake_case, ISO dates. */
export interface ProductWire extends WireOf<typeof productFields> {}
/** A product (client form): camelCase, `Date` values. */
export interface Product extends ClientOf<typeof productFields> {}
/** `Product` of any API version: unknown values stay. */
export interface TolerantProduct extends TolerantOf<typeof productFields> {}

/** A product for sale. */
export const product: Entity<ProductWire, Product, TolerantProduct> = entity("Product", productFields);
