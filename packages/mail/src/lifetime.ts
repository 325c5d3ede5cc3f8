const units = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** Seconds in the words of a language: "1 hour", "2 Tage". Never more than they are. */
export function lifetime(seconds: number, language = "en"): string {
  const whole = Math.max(Math.floor(seconds), 0);
  // Below two minutes a second counts; above, only those who set odd lifetimes would miss it.
  const minutes = whole < 120 ? whole : whole - (whole % 60);
  const [unit, length] = units.find(([, length]) => minutes >= length && minutes % length === 0) ?? ["second", 1];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(minutes / length);
}
