import { requireCount, requireTime, safeAmount } from "./argument.js";
import { isTie, type Ratio, roundHalfToEven } from "./ratio.js";

/** A change of price within a billing period. Amounts are in minor units of one currency. */
export interface ProrationInput {
  readonly periodStart: Date;
  readonly periodEnd: Date;
  /** When the change takes effect. */
  readonly at: Date;
  readonly oldAmount: number;
  readonly newAmount: number;
  /** The discount on the old amount; 0 by default. */
  readonly oldDiscount?: number | undefined;
  /** The discount on the new amount; 0 by default. */
  readonly newDiscount?: number | undefined;
}

/** The cost of the change, in minor units. */
export interface Proration {
  /** For the rest of the period at the old price, given back. */
  readonly creditAmount: number;
  /** For the rest of the period at the new price, charged. */
  readonly debitAmount: number;
  /** Debit less credit; negative is in the customer's favour. */
  readonly netAmount: number;
  /** True if credit or debit was exactly between two minor units, where other rounding rules give another result. */
  readonly isTie: boolean;
}

/**
 * Credit and debit for an immediate change of price, by the billing rules on proration. The share is the remaining time
 * divided by the whole period: 0 after the end, above 1 if `at` is before the start. Each amount less the discount is
 * multiplied by the share, exact, and rounded to the nearest minor unit, ties to even.
 *
 * Throws a `RangeError` for an invalid date, a period that does not end after the start, amounts that are not safe
 * integers from 0, a discount above the amount, or results beyond the safe integers.
 *
 * @example
 * prorate({
 *   periodStart: new Date("2025-06-01T00:00:00Z"),
 *   periodEnd: new Date("2025-07-01T00:00:00Z"),
 *   at: new Date("2025-06-16T00:00:00Z"),
 *   oldAmount: 1000,
 *   newAmount: 3000,
 * }); // { creditAmount: 500, debitAmount: 1500, netAmount: 1000, isTie: false }
 */
export function prorate(input: ProrationInput): Proration {
  const start = BigInt(requireTime("periodStart", input.periodStart));
  const end = BigInt(requireTime("periodEnd", input.periodEnd));
  const at = BigInt(requireTime("at", input.at));
  if (end <= start) throw new RangeError("periodEnd must be after periodStart.");
  const oldNet = discounted("old", input.oldAmount, input.oldDiscount ?? 0);
  const newNet = discounted("new", input.newAmount, input.newDiscount ?? 0);
  const remaining = at < end ? end - at : 0n;
  const credit: Ratio = { numerator: oldNet * remaining, denominator: end - start };
  const debit: Ratio = { numerator: newNet * remaining, denominator: end - start };
  const creditAmount = roundHalfToEven(credit);
  const debitAmount = roundHalfToEven(debit);
  return {
    creditAmount: safeAmount("The credit", creditAmount),
    debitAmount: safeAmount("The debit", debitAmount),
    netAmount: safeAmount("The net amount", debitAmount - creditAmount),
    isTie: isTie(credit) || isTie(debit),
  };
}

function discounted(which: "old" | "new", amount: number, discount: number): bigint {
  requireCount(`${which}Amount`, amount);
  requireCount(`${which}Discount`, discount);
  if (discount > amount) throw new RangeError(`${which}Discount must not exceed ${which}Amount.`);
  return BigInt(amount - discount);
}
