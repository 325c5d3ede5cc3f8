/** The middle of several rounds with the least and the greatest. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** `share` is between 0 and 1; the value is one of those given. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  const high = sorted[Math.floor(middle)] ?? Number.NaN;
  return {
    median: (low + high) / 2,
    min: sorted[0] ?? Number.NaN,
    max: sorted.at(-1) ?? Number.NaN,
  };
}

/** Ratios of values of the same round, so a slow minute of the machine affects both. */
export function ratio(values: readonly number[], references: readonly number[]): Spread {
  return spread(values.map((value, round) => value / (references[round] ?? Number.NaN)));
}
