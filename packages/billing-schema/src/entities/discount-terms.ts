import { essential, integer, literal, nullable, text } from "../schema/field.js";

/** The fields common to every discount. */
export const discountSummary = {
  id: text,
  name: text,
  /** Null for a discount that only the merchant can apply. */
  code: nullable(text),
};

/** By how much, and for how long. */
export const fixed = {
  type: literal("fixed"),
  /** In the smallest unit of the currency. */
  amount: essential(integer),
  currency: essential(text),
};

export const percentage = {
  type: literal("percentage"),
  /** Hundredths of a percent: 2550 is 25.5 %. */
  basis_points: essential(integer),
};

export const single = { duration: literal("once", "forever") };

export const repeating = {
  duration: literal("repeating"),
  duration_in_months: essential(integer),
};
