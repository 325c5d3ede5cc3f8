import { requireInteger, requireTime, unknownWord } from "./argument.js";
import { addMonths } from "./calendar.js";

/** The terms of a discount's duration. */
export interface DiscountDurationRule {
  /** "once", "forever" or "repeating". */
  readonly duration: string;
  /** Months from 1, of a repeating discount; ignored for others. */
  readonly durationInMonths?: number | null | undefined;
}

/**
 * True if a discount no longer applies to the billing period that starts at `periodStart`, by the billing rules on
 * repetition. Once: applies only to the period of the first application. Forever: never expired. Repeating: expired
 * when the period starts after `firstAppliedAt` and a calendar month less than `durationInMonths`, in UTC and clamped
 * to the month's end, because the first period counts. A discount without an application (`firstAppliedAt` null) is not
 * expired.
 *
 * Throws a `TypeError` for an unknown duration or missing months, a `RangeError` for months below 1 and invalid dates.
 *
 * @example
 * isDiscountExpired(
 *   { duration: "repeating", durationInMonths: 3 },
 *   new Date("2025-01-10T00:00:00Z"),
 *   new Date("2025-03-10T00:00:00Z"),
 * ); // false: it is the third month
 */
export function isDiscountExpired(
  discount: DiscountDurationRule,
  firstAppliedAt: Date | null,
  periodStart: Date,
): boolean {
  const monthsAfterFirst = repeatedMonths(discount);
  const start = requireTime("periodStart", periodStart);
  if (firstAppliedAt === null) return false;
  const first = requireTime("firstAppliedAt", firstAppliedAt);
  if (monthsAfterFirst === null) return false;
  return start > addMonths(new Date(first), monthsAfterFirst).getTime();
}

/** How many months after the first application a period may still begin; null is for ever. */
function repeatedMonths({ duration, durationInMonths }: DiscountDurationRule): number | null {
  if (duration === "forever") return null;
  if (duration === "once") return 0;
  if (duration !== "repeating") {
    throw unknownWord("discount.duration", duration, ["once", "forever", "repeating"]);
  }
  if (durationInMonths === null || durationInMonths === undefined) {
    throw new TypeError("discount.durationInMonths must be a number for a repeating discount.");
  }
  return requireInteger("discount.durationInMonths", durationInMonths, 1) - 1;
}
