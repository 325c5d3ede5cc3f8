import type { Spread } from "../statistics.ts";

/** The results of one measure: a table, and its performance limits. */
export interface Section {
  readonly title: string;
  /** How it was measured, in a sentence or two. */
  readonly note: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly lines: readonly Line[];
}

/** A performance limit, compared with the median; null if a contender is missing. */
export interface Line {
  readonly text: string;
  readonly limit: number;
  readonly direction: "at least" | "at most";
  readonly measured: Spread | null;
}

export function holds({ limit, direction, measured }: Line): boolean | null {
  if (!measured) return null;
  return direction === "at least" ? measured.median >= limit : measured.median <= limit;
}

/** Three significant digits, no exponent. */
export function showNumber(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1)));
  return value.toLocaleString("en-US", {
    maximumFractionDigits: Math.min(digits, 3),
  });
}

export function showSpread({ median, min, max }: Spread): string {
  return `${showNumber(median)} (${showNumber(min)}–${showNumber(max)})`;
}
