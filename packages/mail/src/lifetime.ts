const units = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/**
 * Formats a duration in a language: "1 hour", "2 Tage". Rounds down.
 *
 * @param seconds the duration in seconds
 * @param language a BCP 47 language tag. Default "en"
 */
export function lifetime(seconds: number, language = "en"): string {
  const whole = Math.max(Math.floor(seconds), 0);
  // Below two minutes the text shows seconds; above, no seconds.
  const minutes = whole < 120 ? whole : whole - (whole % 60);
  const [unit, length] = units.find(([, length]) => minutes >= length && minutes % length === 0) ?? ["second", 1];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(minutes / length);
}
