import type { Catalogue, DiscountDeclaration, PriceDeclaration, ProductDeclaration } from "./declaration.js";

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
const isAmount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const intervals: readonly unknown[] = ["day", "week", "month", "year"];

/** Throws with the key and the field of a wrong declaration, e.g. of a JSON file. */
export function checkCatalogue({ products = {}, benefits = {}, meters = {}, discounts = {} }: Catalogue): void {
  for (const [kind, declared] of Object.entries({ products, benefits, meters, discounts })) {
    if (!isObject(declared)) throw new Error(`\`${kind}\` is not an object of declarations by key.`);
    for (const [key, value] of Object.entries(declared)) {
      const named = kind === "benefits" ? "description" : "name";
      if (!isText(Reflect.get(Object(value), named))) throw wrong(kind, key, named, "is not a text");
    }
  }
  for (const [key, product] of Object.entries(products)) checkProduct(key, product);
  for (const [key, discount] of Object.entries(discounts)) checkDiscount(key, discount);
}

function checkProduct(key: string, { price, interval, trial, currency }: ProductDeclaration): void {
  const prices = Array.isArray(price) ? price : [price];
  if (prices.length === 0 || !prices.every(isPrice)) {
    throw wrong("products", key, "price", "is not an amount in the smallest unit of the currency");
  }
  if (currency !== undefined && !(isText(currency) && /^[a-z]{3}$/.test(currency))) {
    throw wrong("products", key, "currency", 'is not a code of three lower-case letters, e.g. "eur"');
  }
  if (interval !== undefined && !intervals.includes(interval)) {
    throw wrong("products", key, "interval", `is not one of ${intervals.join(", ")}`);
  }
  if (trial !== undefined && !(intervals.includes(trial.interval) && isAmount(trial.count))) {
    throw wrong("products", key, "trial", "has no interval and count");
  }
}

function checkDiscount(key: string, { percent, amount, duration }: DiscountDeclaration): void {
  if ((percent === undefined) === (amount === undefined)) {
    throw wrong("discounts", key, "percent", "or `amount` is missing, or both are given");
  }
  if (percent !== undefined && !(percent >= 0 && percent <= 100 && isAmount(Math.round(percent * 1e4) / 100))) {
    throw wrong("discounts", key, "percent", "is not a number from 0 to 100 with two digits after the point");
  }
  if (amount !== undefined && !isAmount(amount)) {
    throw wrong("discounts", key, "amount", "is not an amount in the smallest unit of the currency");
  }
  if (isObject(duration) && !(isAmount(duration.months) && duration.months > 0)) {
    throw wrong("discounts", key, "duration", "has no number of months");
  }
}

function isPrice(price: PriceDeclaration): boolean {
  if (!isObject(price)) return isAmount(price);
  if ("perSeat" in price) {
    const { perSeat, min = 1, max = min } = price;
    return isAmount(perSeat) && isAmount(min) && isAmount(max) && min >= 1 && max >= min;
  }
  if ("custom" in price) return price.preset === undefined || isAmount(price.preset);
  return isText(price.meter) && isText(price.unitAmount);
}

const wrong = (kind: string, key: string, field: string, what: string): Error =>
  new Error(`\`${field}\` of "${key}" in \`${kind}\` ${what}.`);
