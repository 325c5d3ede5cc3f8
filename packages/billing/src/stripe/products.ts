import { product } from "@keyhold/billing-schema";
import type { BillingProvider } from "../provider/billing-provider.js";
import { productWire } from "./map/product.js";
import type { StripePrice, StripeProduct } from "./objects.js";
import { unsupported } from "./unsupported.js";
import { decoded, orNull, pagesOf, type Read, read, type Wire } from "./wire.js";

const path = "/v1/products";

/** A product with its default price; null for an unknown product. */
export const productOf = (wire: Wire, id: string): Promise<Read<StripeProduct> | null> =>
  orNull(read<StripeProduct>(wire, { method: "GET", path: `${path}/{id}`, id, fields: { expand: ["default_price"] } }));

/** The default price of a product, which a checkout sells. `field`: the field of the request that names the product. */
export async function priceOf(wire: Wire, id: string, field: string): Promise<StripePrice> {
  const found = await productOf(wire, id);
  const price = found?.object.default_price;
  if (found?.object.active && typeof price === "object" && price) return price;
  throw unsupported("products.get", field, "There is no active product with a default price.");
}

/** The provider's products. */
export function productsOf(wire: Wire): BillingProvider["products"] {
  const fields = { expand: ["data.default_price"] };
  const pages = pagesOf(wire, { path, fields }, (item: Read<StripeProduct>) => decoded(product, productWire(item)));
  return { list: (query = {}) => pages(query) };
}
