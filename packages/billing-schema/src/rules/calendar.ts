/** The number of days of a month in UTC; `month` counts from 0 and may run over into other years. */
export function daysInMonth(year: number, month: number): number {
  return dateOf(year, month + 1, 0).getUTCDate();
}

/**
 * `months` calendar months later, at an unchanged UTC time of day; on the last day of a month without that day: 31
 * January and one month is 28 or 29 February. Throws a `RangeError` beyond the range of `Date`.
 */
export function addMonths(date: Date, months: number): Date {
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + months;
  return atDay(date, year, month, Math.min(date.getUTCDate(), daysInMonth(year, month)));
}

/** `days` days later, at an unchanged UTC time of day. Throws a `RangeError` beyond the range of `Date`. */
export function addDays(date: Date, days: number): Date {
  return atDay(date, date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + days);
}

/** The UTC time of day of `date`, on another day. */
export function atDay(date: Date, year: number, month: number, day: number): Date {
  const moved = dateOf(year, month, day);
  moved.setUTCHours(date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds(), date.getUTCMilliseconds());
  if (Number.isNaN(moved.getTime())) throw new RangeError("The result is beyond the range of Date.");
  return moved;
}

/** `Date.UTC` would take the years 0 to 99 for 1900 to 1999. */
function dateOf(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return date;
}
