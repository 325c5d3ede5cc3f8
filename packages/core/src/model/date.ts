const first = Date.parse("0001-01-01T00:00:00.000Z");
const last = Date.parse("9999-12-31T23:59:59.999Z");

/** A date, or a date and a time with a zone (RFC 3339). `Date.parse` takes "3", too, and local times. */
const isoDate = /^(\d{4})-(\d\d)-(\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

/**
 * Parses an ISO date, or a date and a time with a zone; null if the text is invalid, or a date that not every database
 * can store and compare.
 */
export function readDate(text: string): Date | null {
  const [, year, month, day] = isoDate.exec(text) ?? [];
  if (year === undefined || !isDay(Number(year), Number(month), Number(day))) return null;
  const time = Date.parse(text);
  return time >= first && time <= last ? new Date(time) : null;
}

/** `Date.parse` takes February 30 for March 2. */
function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
