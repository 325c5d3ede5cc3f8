import { integer, number, text } from "../schema/field.js";
import { bounded, changed, either, type Part } from "../schema/request/part.js";

/** In the smallest unit of the currency. */
export const amount: Part<number, number, "required"> = atLeast(0);

/** A customer's payment for a product with a free price. The bounds of newer versions depend on the currency. */
export const checkoutAmount: Part<number, number, "required"> = changed(
  bounded(integer, (value) => isBetween(value, 50, 99_999_999), "an integer from 50 to 99999999"),
  amount,
);

/** Of seats, units, months. */
export const count: Part<number, number, "required"> = atLeast(1);

/** Of a fraction of the smallest unit, e.g. `"0.0025"`. */
export const unitAmount: Part<number | string, number | string, "required"> = either(
  "a number from 0 or a decimal text with up to 12 places",
  [
    bounded(number, (value) => isBetween(value, 0, Number.MAX_VALUE), "a number from 0"),
    bounded(text, isDecimal, "a decimal text with up to 12 places"),
  ],
);

export function atLeast(least: number): Part<number, number, "required"> {
  return bounded(integer, (value) => isBetween(value, least, Number.MAX_SAFE_INTEGER), `an integer from ${least}`);
}

function isBetween(value: unknown, least: number, most: number): boolean {
  return typeof value === "number" && value >= least && value <= most;
}

/** The provider keeps seventeen digits. */
function isDecimal(value: unknown): boolean {
  return typeof value === "string" && /^\d{1,17}(?:\.\d{1,12})?$/.test(value);
}
