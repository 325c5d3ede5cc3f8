import { requireInteger, requireTime, unknownWord } from "./argument.js";
import { addDays, addMonths, atDay, daysInMonth } from "./calendar.js";

/** How often a subscription is billed. */
export interface PeriodRule {
  /** "day", "week", "month" or "year". */
  readonly interval: string;
  /** How many intervals a period has, from 1; 1 when not given. */
  readonly count?: number | undefined;
  /** The day of the month, 1 to 31, on which periods begin; by default the day of `from`. Of months and years only. */
  readonly anchorDay?: number | undefined;
}

const intervals = ["day", "week", "month", "year"];

/**
 * The end of the period that began at `from`, which is the start of the next period, by the billing rules on periods.
 * In UTC, with an unchanged time of day. Days and weeks are added as they are. Months and years are added by the
 * calendar, the day clamped to the end of the month, and then put back to the anchor day if the month has that day:
 * anchored to the 31st, the periods begin on 31 January, 28 February, 31 March. If the month does not have that day,
 * the day of the addition stays: with periods of two months anchored to the 31st, 28 February is followed by 28 April.
 *
 * Throws a `TypeError` for an unknown interval, and a `RangeError` for an invalid date, a count below 1, an anchor
 * outside 1 to 31, or a result beyond the range of `Date`.
 *
 * @example
 * nextPeriodStart(new Date("2025-02-28T00:00:00Z"), { interval: "month", anchorDay: 30 }); // 30 March 2025
 */
export function nextPeriodStart(from: Date, rule: PeriodRule): Date {
  const start = new Date(requireTime("from", from));
  const count = requireInteger("count", rule.count ?? 1, 1);
  const anchorDay = requireInteger("anchorDay", rule.anchorDay ?? start.getUTCDate(), 1, 31);
  switch (rule.interval) {
    case "day":
      return addDays(start, count);
    case "week":
      return addDays(start, count * 7);
    case "month":
      return atAnchor(addMonths(start, count), anchorDay);
    case "year":
      return atAnchor(addMonths(start, count * 12), anchorDay);
    default:
      throw unknownWord("interval", rule.interval, intervals);
  }
}

function atAnchor(date: Date, anchorDay: number): Date {
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  return anchorDay <= daysInMonth(year, month) ? atDay(date, year, month, anchorDay) : date;
}
