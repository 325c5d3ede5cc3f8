import { formatBy } from "../page/language.ts";

const units = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** Older moments are written as dates. */
const maxRelativeSeconds = 7 * 86_400;

const relative = formatBy((language) => new Intl.RelativeTimeFormat(language, { numeric: "auto" }));

/** "5 minutes ago"; null for a moment more than a week away. */
export function relativeTime(at: Date, now: Date): string | null {
  const seconds = (at.getTime() - now.getTime()) / 1000;
  const distance = Math.abs(seconds);
  if (distance > maxRelativeSeconds) return null;
  const [unit, length] = units.find(([, length]) => distance >= length) ?? (["second", 1] as const);
  return relative().format(Math.trunc(seconds / length), unit);
}
