/** A rate limit: at most `max` calls per window. */
export interface Limit {
  readonly windowSeconds: number;
  readonly max: number;
}

/** One limit, or several with different windows; all of them apply. */
export type Limits = Limit | readonly Limit[];

export const limitsIn = (limits: Limits | null | false): readonly Limit[] => (limits ? [limits].flat() : []);

/** Whether a limit can be kept: the object has these two keys only, and both are whole numbers of at least 1. */
export function isLimit(value: unknown): value is Limit {
  const { max, windowSeconds, ...others } = Object(value);
  if (Object.keys(others).length > 0) return false;
  return [max, windowSeconds].every((number) => Number.isSafeInteger(number) && number >= 1);
}

/** `isLimit` for one limit or several, each with a different window. */
export function areLimits(value: unknown): value is Limits {
  const limits = Array.isArray(value) ? value : [value];
  const windows = new Set(limits.map((limit) => (isLimit(limit) ? limit.windowSeconds : null)));
  return limits.length > 0 && limits.every(isLimit) && windows.size === limits.length;
}

/** The answer of a limiter to a call. */
export interface Verdict {
  readonly isAllowed: boolean;
  /** Including this call; beyond `max` possibly only the calls of this process. */
  readonly count: number;
  /** Seconds until the window ends, at least 1. */
  readonly retryAfterSeconds: number;
}

/** Identifies the limit in the log. */
export interface LimitRule {
  /** What is counted, e.g. "POST /sign-in/email per client address". */
  readonly name: string;
  /** The option of `createAuth` that sets the limit, e.g. "rateLimit.wrongPasswords". */
  readonly option: string;
  /** What happens beyond the limit, e.g. "Further calls are answered 429". */
  readonly effect: string;
}

/**
 * Counts by key. Of concurrent callers, in all processes with a common storage, exactly `max` are allowed per window.
 */
export interface Limiter {
  /** With `ruleOf` a warning is logged when the limit is reached. */
  consume(key: string, limit: Limit, ruleOf?: () => LimitRule): Promise<Verdict>;
  /** What has been counted in the window of each key, in the order of the keys. Counts no call. */
  peek(keys: readonly string[]): Promise<readonly number[]>;
  /** Resets the counts; answers with the previous counts, in the order of the keys. */
  reset(keys: readonly string[]): Promise<readonly number[]>;
}
