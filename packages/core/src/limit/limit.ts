/** A rate limit: at most `max` calls per window. */
export interface Limit {
  readonly windowSeconds: number;
  readonly max: number;
}

/** One limit, or several with different windows; all of them apply. */
export type Limits = Limit | readonly Limit[];

export const limitsIn = (limits: Limits | null | false): readonly Limit[] => (limits ? [limits].flat() : []);

/** Whether the value is a valid limit: both are whole numbers of at least 1. */
export function isLimit(value: unknown): value is Limit {
  if (typeof value !== "object" || value === null || !("max" in value && "windowSeconds" in value)) return false;
  return [value.max, value.windowSeconds].every((number) => Number.isSafeInteger(number) && Number(number) >= 1);
}

/** The same for one limit or several, each with a different window. */
export function areLimits(value: unknown): value is Limits {
  const limits = Array.isArray(value) ? value : [value];
  const windows = new Set(limits.map((limit) => (isLimit(limit) ? limit.windowSeconds : null)));
  return limits.length > 0 && limits.every(isLimit) && windows.size === limits.length;
}

/** The answer of a limiter to one more call. */
export interface Verdict {
  readonly isAllowed: boolean;
  /** Including this call; beyond `max` possibly only the calls of this process. */
  readonly count: number;
  /** Seconds until the window ends, at least 1. */
  readonly retryAfterSeconds: number;
}

/**
 * Counts by key. Of many concurrent callers, in all processes that share the storage, exactly `max` are allowed per
 * window.
 */
export interface Limiter {
  consume(key: string, limit: Limit): Promise<Verdict>;
  /** The count of the window, without counting one more. */
  peek(key: string): Promise<number>;
  /** Resets the count; answers with the previous count. */
  reset(key: string): Promise<number>;
}
