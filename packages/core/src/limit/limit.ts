/** How often something may happen. */
export interface Limit {
  readonly windowSeconds: number;
  readonly max: number;
}

/** One limit, or several with different windows, all of which hold. */
export type Limits = Limit | readonly Limit[];

export const limitsIn = (limits: Limits | null | false): readonly Limit[] => (limits ? [limits].flat() : []);

/** Whether a limit can be kept: both are whole numbers of at least 1. */
export function isLimit(value: unknown): value is Limit {
  if (typeof value !== "object" || value === null || !("max" in value && "windowSeconds" in value)) return false;
  return [value.max, value.windowSeconds].every((number) => Number.isSafeInteger(number) && Number(number) >= 1);
}

/** The same of one limit or several, each with a window of its own. */
export function areLimits(value: unknown): value is Limits {
  const limits = Array.isArray(value) ? value : [value];
  const windows = new Set(limits.map((limit) => (isLimit(limit) ? limit.windowSeconds : null)));
  return limits.length > 0 && limits.every(isLimit) && windows.size === limits.length;
}

/** What a limit says about one more. */
export interface Verdict {
  readonly isAllowed: boolean;
  /** With this one; beyond `max` perhaps only those that this process has seen. */
  readonly count: number;
  /** Until the window ends, at least 1. */
  readonly retryAfterSeconds: number;
}

/** Counts by key. Of many callers at once, in whatever process that shares the storage, exactly `max` are allowed per window. */
export interface Limiter {
  consume(key: string, limit: Limit): Promise<Verdict>;
  /** What has been counted in the window, without counting one more. */
  peek(key: string): Promise<number>;
  /** Forgets what was counted; answers how much it was. */
  reset(key: string): Promise<number>;
}
