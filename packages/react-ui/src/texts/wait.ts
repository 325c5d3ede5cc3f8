/**
 * A wait in a language, rounded up: seconds, minutes from 90 seconds on, hours from 90 minutes on. "2 minutes", or "2 min"
 * for a button.
 */
export function waitIn(locale: string, seconds: number, unitDisplay: "long" | "short" = "long"): string {
  const place = [90, 5400].filter((end) => seconds >= end).length;
  const unit = ["second", "minute", "hour"][place];
  return Math.max(1, Math.ceil(seconds / 60 ** place)).toLocaleString(locale, { style: "unit", unit, unitDisplay });
}
