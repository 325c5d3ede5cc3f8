import type { Entitlements } from "./entitlements.js";
import { type Products, productIdIn } from "./products.js";
import { type SoldTo, soldToOf } from "./sold-to.js";

/** The products of an app, and the entitlements. */
export interface Catalogue {
  /** The provider's ids of the products by the app's names. */
  readonly products: Readonly<Record<string, string>>;
  readonly entitlements: Entitlements;
  readonly soldTo: SoldTo;
}

export const catalogueOf = ({
  products,
  entitlements,
}: {
  readonly products: Products;
  readonly entitlements: Entitlements;
}): Catalogue => ({
  products: Object.fromEntries(Object.entries(products).map(([name, product]) => [name, productIdIn(product)])),
  entitlements,
  soldTo: soldToOf(products),
});
