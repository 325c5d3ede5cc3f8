/** A wait, rounded up to whole seconds, minutes or hours. */
function sizeOf(seconds: number): readonly [count: number, unit: 0 | 1 | 2] {
  if (seconds < 90) return [Math.max(1, Math.ceil(seconds)), 0];
  return seconds < 5400 ? [Math.ceil(seconds / 60), 1] : [Math.ceil(seconds / 3600), 2];
}

const units = ["second", "minute", "hour"] as const;

/** A wait in a language: seconds, minutes from 90 seconds on, hours from 90 minutes on. "2 minutes" */
export function waitIn(locale: string, seconds: number): string {
  const [count, unit] = sizeOf(seconds);
  return new Intl.NumberFormat(locale, { style: "unit", unit: units[unit], unitDisplay: "long" }).format(count);
}

/** A wait on a button, with the signs of the units: "2 min". */
export function shortWait(seconds: number, signs: readonly [string, string, string] = ["s", "min", "h"]): string {
  const [count, unit] = sizeOf(seconds);
  return `${count} ${signs[unit]}`;
}
