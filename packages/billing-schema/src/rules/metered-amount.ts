import { requireCount, requireFinite, safeAmount } from "./argument.js";
import { compare, decimalOf, multiply, parseDecimal, ratioOf, zero } from "./decimal.js";
import { roundHalfAwayFromZero } from "./ratio.js";

/** The terms of a metered price. */
export interface MeteredPriceRule {
  /** Minor units per unit of the meter, as decimal text, because fractions are allowed: `0.0025`. */
  readonly unitAmount: string;
  /** The maximum charge, in minor units; null is no cap. */
  readonly capAmount: number | null;
}

/**
 * The charge for metered units, in minor units, by the billing rules on amounts: the exact product of the decimals,
 * rounded to the nearest minor unit, ties away from zero, then capped. Units below 0, a balance in the customer's
 * favour, cost 0.
 *
 * Throws a `TypeError` when `unitAmount` is no decimal text, and a `RangeError` when `unitAmount` is negative, units
 * are not finite, the cap is not a safe integer from 0, or the capped amount is beyond the safe integers.
 *
 * @example
 * meteredAmount({ unitAmount: "0.0025", capAmount: null }, 1000); // 3, of 2.5
 */
export function meteredAmount(price: MeteredPriceRule, units: number): number {
  const unitAmount = parseDecimal("price.unitAmount", price.unitAmount);
  if (compare(unitAmount, zero) < 0) throw new RangeError("price.unitAmount must not be negative.");
  const charged = decimalOf("units", Math.max(0, requireFinite("units", units)));
  const amount = roundHalfAwayFromZero(ratioOf(multiply(unitAmount, charged)));
  if (price.capAmount === null) return safeAmount("The metered amount", amount);
  const cap = BigInt(requireCount("price.capAmount", price.capAmount));
  return safeAmount("The metered amount", amount < cap ? amount : cap);
}
