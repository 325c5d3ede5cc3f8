import { isObject } from "@keyhold/core/options";
import { type ProductSeats, type SeatKind, seatErrors } from "../seats/settings.js";
import { type ProductTrial, trialErrors } from "../trials/settings.js";
import { forErrors, type OwnerKind } from "./sold-to.js";

/** A product that the app sells. */
export interface ProductSettings {
  /** The provider's id of the product. */
  readonly id: string;
  /**
   * The owners that may buy the product: "user" keeps a product for one person from an organization, whose members would
   * all have it. Default: both, and with `seats` organizations.
   */
  readonly for?: OwnerKind;
  /**
   * For organizations, with a price per seat at the provider. "members": the seats follow the members. "limit": no user
   * joins beyond the seats that were bought. An object also has the product's bounds. Default: no seats of members.
   *
   * @see docs/billing/seats-and-trials.md
   */
  readonly seats?: SeatKind | ProductSeats;
  /**
   * The trial with which the first checkout of an owner begins. Default: as the product says at the provider, at each
   * checkout.
   *
   * @see docs/billing/seats-and-trials.md
   */
  readonly trial?: ProductTrial;
}

const productKeys = ["id", "for", "seats", "trial"];

/** The products of an app by the names that the app gives them. */
export type Products<Name extends string = string> = Readonly<Record<Name, string | ProductSettings>>;

/** The provider's id of a product; of a wrong config no text. */
export const productIdIn = (product: string | ProductSettings): string =>
  typeof product === "string" ? product : Object(product).id;

/** The config errors of `products`. */
export function productErrors(products: Products): readonly string[] {
  const named = new Map<string, string>();
  return Object.entries(products).flatMap(([name, product]) => {
    const path = `products.${name}`;
    if (typeof product !== "string" && !isObject(product)) return [`${path}: must be the provider's id of a product`];
    const id = productIdIn(product);
    if (typeof id !== "string" || id === "" || id.length > 255)
      return [`${path}: must be the provider's id of a product`];
    const other = named.get(id);
    named.set(id, name);
    const double = other === undefined ? [] : [`${path}: has the id of products.${other}; one name is enough`];
    return [...double, ...settingErrors(path, product)];
  });
}

function settingErrors(path: string, product: string | ProductSettings): readonly string[] {
  if (typeof product === "string") return [];
  const unknown = Object.keys(product).filter((key) => !productKeys.includes(key));
  return [
    ...unknown.map((key) => `${path}.${key}: is no option; the options are ${productKeys.join(", ")}`),
    ...forErrors(path, { ...product }),
    ...seatErrors(path, product.seats),
    ...trialErrors(path, product.trial),
  ];
}
