import { checkCatalogue } from "./check-catalogue.js";
import { usualCurrency } from "./currency.js";
import type { BenefitRow, DiscountRow, Interval, PriceRow, ProductRow, Values } from "./rows.js";
import type { Store } from "./store.js";

/** What a customer pays, in the smallest unit of the currency. */
export type PriceDeclaration =
  | number
  /** The customer chooses the amount. */
  | { readonly custom: true; readonly preset?: number }
  /** Per seat, in the smallest unit of the currency. `min` is 1 by default, and without `max` there is no limit. */
  | { readonly perSeat: number; readonly min?: number; readonly max?: number }
  /** Per unit of a meter, by the key of the meter; the amount as a decimal text. */
  | { readonly meter: string; readonly unitAmount: string; readonly cap?: number };

/** A product. Without an interval it is bought once. */
export interface ProductDeclaration {
  readonly name: string;
  readonly description?: string;
  readonly price: PriceDeclaration | readonly PriceDeclaration[];
  readonly interval?: Interval;
  /** ISO 4217 in lower case, e.g. "eur". Default "usd". */
  readonly currency?: string;
  /** True: the product is no longer sold, and no checkout can be opened for it. Default false. */
  readonly isArchived?: boolean;
  /** The keys of benefits. */
  readonly benefits?: readonly string[];
  readonly trial?: { readonly interval: Interval; readonly count: number };
  readonly metadata?: Values;
}

/** What a customer of a product gets. */
export type BenefitDeclaration =
  | { readonly type?: "custom"; readonly description: string; readonly note?: string }
  | {
      readonly type: "meter_credit";
      readonly description: string;
      readonly meter: string;
      readonly units: number;
      readonly rollover?: boolean;
    }
  | { readonly type: "license_keys"; readonly description: string; readonly prefix?: string };

/** A count or sum of usage events. By default it counts the events whose name is the key of the meter. */
export interface MeterDeclaration {
  readonly name: string;
  readonly filter?: Values;
  readonly aggregation?: Values;
}

/** A reduction of a price: by percent, or by an amount in the smallest unit of the currency. */
export interface DiscountDeclaration {
  readonly name: string;
  /** From 0 to 100, with two digits after the point at most. */
  readonly percent?: number;
  readonly amount?: number;
  /** What a customer types on the page of a checkout. */
  readonly code?: string;
  /** For how long a subscription has the discount. Default "once": for its first period. */
  readonly duration?: "once" | "forever" | { readonly months: number };
  /** The keys of products. Default: every product. */
  readonly products?: readonly string[];
  readonly maxRedemptions?: number;
}

/** What the merchant sells, by keys of your choice. */
export interface Catalogue {
  readonly discounts?: Readonly<Record<string, DiscountDeclaration>>;
  readonly products?: Readonly<Record<string, ProductDeclaration>>;
  readonly benefits?: Readonly<Record<string, BenefitDeclaration>>;
  readonly meters?: Readonly<Record<string, MeterDeclaration>>;
}

/** Inserts each declared row that the data lacks. Throws for a wrong declaration, and for a key that is not declared. */
export function declare(store: Store, catalogue: Catalogue): void {
  checkCatalogue(catalogue);
  const { meters = {}, benefits = {}, products = {}, discounts = {} } = catalogue;
  const { declared } = store.data;
  const once = (kind: string, key: string, insert: () => { readonly id: string }): void => {
    declared[`${kind}.${key}`] ??= insert().id;
  };
  for (const [key, meter] of Object.entries(meters)) {
    once("meters", key, () => store.insert("meters", meterOf(key, meter)));
  }
  for (const [key, benefit] of Object.entries(benefits)) {
    once("benefits", key, () => store.insert("benefits", benefitOf(store, benefit)));
  }
  for (const [key, product] of Object.entries(products)) {
    once("products", key, () => insertProduct(store, product));
  }
  for (const [key, discount] of Object.entries(discounts)) {
    once("discounts", key, () => store.insert("discounts", discountOf(store, discount)));
  }
}

/** The id of a declared row. Throws for a key that is not declared. */
export function idOf(store: Store, kind: keyof Catalogue, key: string): string {
  const id = store.data.declared[`${kind}.${key}`];
  if (id === undefined) throw new Error(`No "${key}" is declared in \`${kind}\`.`);
  return id;
}

const meterOf = (key: string, { name, filter, aggregation = { func: "count" } }: MeterDeclaration) => ({
  name,
  filter: filter ?? { conjunction: "and", clauses: [{ property: "name", operator: "eq", value: key }] },
  aggregation,
});

function benefitOf(store: Store, given: BenefitDeclaration): Omit<BenefitRow, "id" | "created_at" | "modified_at"> {
  const common = { description: given.description, metadata: {} };
  if (given.type === "meter_credit") {
    const { meter, units, rollover = false } = given;
    return { ...common, type: given.type, properties: { units, rollover, meter_id: idOf(store, "meters", meter) } };
  }
  if (given.type === "license_keys") {
    const properties = { prefix: given.prefix ?? null, expires: null, activations: null, limit_usage: null };
    return { ...common, type: given.type, properties };
  }
  return { ...common, type: "custom", properties: { note: given.note ?? null } };
}

function insertProduct(store: Store, given: ProductDeclaration): ProductRow {
  const { name, description = null, interval = null, price, benefits = [], trial, metadata = {} } = given;
  const { currency = usualCurrency, isArchived = false } = given;
  const prices = (Array.isArray(price) ? price : [price]) as readonly PriceDeclaration[];
  return store.insert("products", ({ created_at }) => ({
    name,
    description,
    recurring_interval: interval,
    is_archived: isArchived,
    currency,
    metadata,
    prices: prices.map((one) => ({ id: store.random.id(), created_at, modified_at: null, ...priceOf(store, one) })),
    benefit_ids: benefits.map((key) => idOf(store, "benefits", key)),
    trial_interval: trial?.interval ?? null,
    trial_interval_count: trial?.count ?? null,
  }));
}

function priceOf(store: Store, price: PriceDeclaration): Omit<PriceRow, "id" | "created_at" | "modified_at"> {
  const none = {
    price_amount: 0,
    unit_amount: "0",
    cap_amount: null,
    meter_id: null,
    min_seats: null,
    max_seats: null,
  };
  if (typeof price === "number") return { ...none, amount_type: price === 0 ? "free" : "fixed", price_amount: price };
  if ("perSeat" in price) {
    const { perSeat: price_amount, min = 1, max = null } = price;
    return { ...none, amount_type: "seat_based", price_amount, min_seats: min, max_seats: max };
  }
  if ("custom" in price) return { ...none, amount_type: "custom", price_amount: price.preset ?? 1000 };
  const { meter, unitAmount, cap = null } = price;
  const metered = { unit_amount: unitAmount, cap_amount: cap, meter_id: idOf(store, "meters", meter) };
  return { ...none, ...metered, amount_type: "metered_unit" };
}

function discountOf(store: Store, given: DiscountDeclaration): Omit<DiscountRow, "id" | "created_at" | "modified_at"> {
  const { name, percent, amount = 0, code = null, duration = "once", products = [], maxRedemptions = null } = given;
  const isRepeating = typeof duration === "object";
  return {
    name,
    code,
    type: percent === undefined ? "fixed" : "percentage",
    amount,
    basis_points: Math.round((percent ?? 0) * 100),
    duration: isRepeating ? "repeating" : duration,
    duration_in_months: isRepeating ? duration.months : null,
    starts_at: null,
    ends_at: null,
    max_redemptions: maxRedemptions,
    redemptions_count: 0,
    product_ids: products.map((key) => idOf(store, "products", key)),
  };
}
