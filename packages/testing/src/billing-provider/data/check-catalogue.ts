import type { Catalogue, PriceDeclaration, ProductDeclaration } from "./declaration.js";

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
const isAmount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const intervals: readonly unknown[] = ["day", "week", "month", "year"];

/** Throws with the key and the field of a wrong declaration, e.g. of a JSON file. */
export function checkCatalogue({ products = {}, benefits = {}, meters = {} }: Catalogue): void {
  for (const [kind, declared] of Object.entries({ products, benefits, meters })) {
    if (!isObject(declared)) throw new Error(`\`${kind}\` is not an object of declarations by key.`);
    for (const [key, value] of Object.entries(declared)) {
      const named = kind === "benefits" ? "description" : "name";
      if (!isText(Reflect.get(Object(value), named))) throw wrong(kind, key, named, "is not a text");
    }
  }
  for (const [key, product] of Object.entries(products)) checkProduct(key, product);
}

function checkProduct(key: string, { price, interval, trial }: ProductDeclaration): void {
  const prices = Array.isArray(price) ? price : [price];
  if (prices.length === 0 || !prices.every(isPrice)) {
    throw wrong("products", key, "price", "is not an amount in the smallest unit of the currency");
  }
  if (interval !== undefined && !intervals.includes(interval)) {
    throw wrong("products", key, "interval", `is not one of ${intervals.join(", ")}`);
  }
  if (trial !== undefined && !(intervals.includes(trial.interval) && isAmount(trial.count))) {
    throw wrong("products", key, "trial", "has no interval and count");
  }
}

function isPrice(price: PriceDeclaration): boolean {
  if (!isObject(price)) return isAmount(price);
  if ("custom" in price) return price.preset === undefined || isAmount(price.preset);
  return isText(price.meter) && isText(price.unitAmount);
}

const wrong = (kind: string, key: string, field: string, what: string): Error =>
  new Error(`\`${field}\` of "${key}" in \`${kind}\` ${what}.`);
