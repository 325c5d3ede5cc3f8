const units = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/** A duration in the largest unit that divides it, in a language: "90 days". */
export function durationIn(locale: string, seconds: number): string {
  const [unit, length] = units.find((one) => seconds % one[1] === 0) ?? units[3];
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(seconds / length);
}
