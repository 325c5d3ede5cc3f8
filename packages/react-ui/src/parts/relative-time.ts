/** The units in seconds. A count of zero is "now", so that a second is as long as a minute. */
const units = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 60],
] as const;

/** Older moments are written as dates: "87 days ago" says less. */
const maxSeconds = 7 * 86_400;

/** "5 minutes ago" in a language; null for a moment more than a week away. */
export function relativeTime(at: Date, now: number, locale: string): string | null {
  const seconds = (at.getTime() - now) / 1000;
  const distance = Math.abs(seconds);
  if (distance > maxSeconds) return null;
  const [unit, length] = units.find((one) => distance >= one[1]) ?? units[3];
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(Math.trunc(seconds / length), unit);
}
