const form = "0000-00-00T00:00:00.000Z";
const marks: readonly number[] = [4, 7, 10, 13, 16, 19, 23];

/**
 * The date of a text in the form of `Date.prototype.toISOString`, as `encode` writes it; null for other texts and types.
 * A row of an API key has five dates, and the constructor `Date` takes twice as long to read each of them.
 */
export function readIsoDate(value: unknown): Date | null {
  if (typeof value !== "string" || value.length !== form.length) return null;
  for (const at of marks) if (value.charCodeAt(at) !== form.charCodeAt(at)) return null;
  const year = 100 * twoDigits(value, 0) + twoDigits(value, 2);
  const [month, day] = [twoDigits(value, 5), twoDigits(value, 8)];
  const [hours, minutes, seconds] = [twoDigits(value, 11), twoDigits(value, 14), twoDigits(value, 17)];
  const milliseconds = 10 * twoDigits(value, 20) + digit(value, 22);
  // `Date.UTC` takes the years 0 to 99 for the years 1900 to 1999, and 13 months for a year and a month.
  const isPlain = year >= 1000 && isBetween(month, 1, 12) && isBetween(day, 1, 31);
  if (!isPlain || !isBetween(hours, 0, 23) || !isBetween(minutes, 0, 59) || !isBetween(seconds, 0, 59)) return null;
  return isBetween(milliseconds, 0, 999)
    ? new Date(Date.UTC(year, month - 1, day, hours, minutes, seconds, milliseconds))
    : null;
}

const digit = (text: string, at: number): number => text.charCodeAt(at) - 48;
const twoDigits = (text: string, at: number): number => 10 * digit(text, at) + digit(text, at + 1);
const isBetween = (value: number, min: number, max: number): boolean => value >= min && value <= max;
