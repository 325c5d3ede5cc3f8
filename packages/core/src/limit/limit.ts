/** How often something may happen. */
export interface Limit {
  readonly windowSeconds: number;
  readonly max: number;
}

/** Whether a limit can be kept: both are whole numbers of at least 1. */
export function isLimit(value: unknown): value is Limit {
  if (typeof value !== "object" || value === null || !("max" in value && "windowSeconds" in value)) return false;
  return [value.max, value.windowSeconds].every((number) => Number.isSafeInteger(number) && Number(number) >= 1);
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
  /** Forgets what was counted; answers how much it was. */
  reset(key: string): Promise<number>;
}
