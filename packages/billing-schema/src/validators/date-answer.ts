import type { Finding } from "./issue.js";

const secondsPerDay = 86_400;
const form = /^(\d{4}-\d\d-\d\d)(T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/;

export interface DateBounds {
  /** In seconds since 1970, inclusive. */
  readonly ge?: number;
  /** In seconds since 1970, inclusive. */
  readonly le?: number;
}

/**
 * An ISO 8601 day, or a date and time with an offset. A day is compared with the UTC days of the bounds, so a bound
 * within a day includes that day; a time is compared with the exact second.
 */
export function dateFinding(answer: unknown, { ge, le }: DateBounds): Finding | null {
  const [text, day = "", time] = typeof answer === "string" ? (form.exec(answer) ?? []) : [];
  if (text === undefined || !isDay(day)) return { code: "not_a_date" };
  const seconds = Date.parse(text) / 1000;
  const asGiven = (bound: number): number => (time === undefined ? dayStart(bound) : bound);
  if (ge !== undefined && seconds < asGiven(ge)) return { code: "too_early", earliestInSeconds: ge };
  if (le !== undefined && seconds > asGiven(le)) return { code: "too_late", latestInSeconds: le };
  return null;
}

function dayStart(seconds: number): number {
  return Math.floor(seconds / secondsPerDay) * secondsPerDay;
}

/** Some engines read 30 February as 2 March, and there was no year 0. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) && !day.startsWith("0000");
}
