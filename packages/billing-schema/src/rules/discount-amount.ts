import { requireCount, requireInteger, safeAmount, unknownWord } from "./argument.js";
import { roundHalfAwayFromZero } from "./ratio.js";

/** A discount of so much, in minor units of a currency. */
export interface FixedDiscountRule {
  readonly type: "fixed";
  readonly amount: number;
}

/** A discount of a share; 10,000 basis points are the whole. */
export interface PercentageDiscountRule {
  readonly type: "percentage";
  readonly basisPoints: number;
}

/** The terms of a discount's amount. */
export type DiscountRule = FixedDiscountRule | PercentageDiscountRule;

const wholeInBasisPoints = 10_000;

/**
 * The amount of a discount on an amount, both in minor units of one currency, by the billing rules on amounts: a
 * share as `percentageDiscountAmount`, a fixed discount as `fixedDiscountAmount`. Throws as these do, and a `TypeError`
 * for an unknown type.
 *
 * @example
 * discountAmount({ type: "percentage", basisPoints: 2500 }, 999); // 250
 */
export function discountAmount(discount: DiscountRule, amount: number): number {
  if (discount.type === "percentage") return percentageDiscountAmount(amount, discount.basisPoints);
  if (discount.type === "fixed") return fixedDiscountAmount(amount, discount.amount);
  throw unknownWord("discount.type", Reflect.get(discount, "type"), ["fixed", "percentage"]);
}

/**
 * `amount × basisPoints / 10,000`, exact, rounded to the nearest minor unit, ties away from zero. The provider computes
 * in floats and is off by a minor unit on some ties. A negative amount, such as a credit, has a negative discount.
 * Throws a `RangeError` unless the amount is a safe integer and the basis points are an integer of 0 to 10,000.
 *
 * @example
 * percentageDiscountAmount(150, 3300); // 50, of 49.5
 */
export function percentageDiscountAmount(amount: number, basisPoints: number): number {
  requireInteger("amount", amount);
  requireInteger("basisPoints", basisPoints, 0, wholeInBasisPoints);
  const exact = { numerator: BigInt(amount) * BigInt(basisPoints), denominator: BigInt(wholeInBasisPoints) };
  return safeAmount("The discount", roundHalfAwayFromZero(exact));
}

/**
 * The lesser of the fixed discount and the amount, in minor units. Throws a `RangeError` unless both are safe integers
 * from 0.
 *
 * @example
 * fixedDiscountAmount(800, 1000); // 800
 */
export function fixedDiscountAmount(amount: number, discount: number): number {
  return Math.min(requireCount("amount", amount), requireCount("discount", discount));
}

/**
 * The part of a fixed discount for each line amount, in minor units, in the order of the lines. Each line
 * has the proportional share rounded down. The rest goes, one unit each, to the lines with the largest remainders, the
 * earlier line first among equals. The parts sum to the lesser of the discount and the total, and no part exceeds the
 * line. Throws a `RangeError` unless all are safe integers from 0.
 *
 * @example
 * allocateFixedDiscount(100, [200, 200, 200]); // [34, 33, 33]
 */
export function allocateFixedDiscount(discount: number, amounts: readonly number[]): readonly number[] {
  const lines = amounts.map((amount, index) => BigInt(requireCount(`amounts[${index}]`, amount)));
  const total = lines.reduce((sum, amount) => sum + amount, 0n);
  const whole = BigInt(requireCount("discount", discount));
  const given = whole < total ? whole : total;
  // Otherwise the total may be 0, a division by zero.
  if (given === 0n) return lines.map(() => 0);
  const floors = lines.map((amount) => (given * amount) / total);
  const shared = floors.reduce((sum, part) => sum + part, 0n);
  const remainders = lines.map((amount, index) => ({ index, remainder: (given * amount) % total }));
  const raised = new Set(
    remainders
      .sort((left, right) => Number(right.remainder > left.remainder) - Number(right.remainder < left.remainder))
      .slice(0, Number(given - shared))
      .map(({ index }) => index),
  );
  return floors.map((part, index) => safeAmount(`The part of amounts[${index}]`, raised.has(index) ? part + 1n : part));
}
