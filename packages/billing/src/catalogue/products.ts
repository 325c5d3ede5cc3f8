/** A product that the app sells. */
export interface ProductSettings {
  /** The provider's id of the product. */
  readonly id: string;
}

/** The products of an app by the names that the app gives them. */
export type Products<Name extends string = string> = Readonly<Record<Name, string | ProductSettings>>;

/** The provider's id of a product. */
export const productIdIn = (product: string | ProductSettings): string =>
  typeof product === "string" ? product : product.id;

/** The config errors of `products`. */
export function productErrors(products: Products): readonly string[] {
  const named = new Map<string, string>();
  return Object.entries(products).flatMap(([name, product]) => {
    const id = productIdIn(product);
    const path = `products.${name}`;
    if (typeof id !== "string" || id === "" || id.length > 255)
      return [`${path}: must be the provider's id of a product`];
    const other = named.get(id);
    named.set(id, name);
    return other === undefined ? [] : [`${path}: has the id of products.${other}; one name is enough`];
  });
}
