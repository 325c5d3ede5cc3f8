/** The facts of an `OutboxError`. */
export interface OutboxFailure {
  /** Whether the attempt may have had its effect nevertheless. Default true: a lost answer is no proof. */
  readonly mayHaveHappened?: boolean;
  /** When to try again at the earliest, e.g. from `Retry-After`. Default: 1 second, doubled by each attempt. */
  readonly retryAfterSeconds?: number | null;
  /** Whether a further attempt cannot succeed: the entry fails at once. Default false. */
  readonly isFinal?: boolean;
  readonly cause?: unknown;
}

/**
 * An attempt failed. The outbox reads the three facts from any thrown error that has properties with these names, so
 * errors of a client can be thrown as they are.
 *
 * @example if (response.status === 422) throw new OutboxError("The address is invalid.", { isFinal: true });
 */
export class OutboxError extends Error {
  override readonly name = "OutboxError";
  readonly mayHaveHappened: boolean;
  readonly retryAfterSeconds: number | null;
  readonly isFinal: boolean;

  constructor(message: string, failure: OutboxFailure = {}) {
    const { mayHaveHappened = true, retryAfterSeconds = null, isFinal = false, cause } = failure;
    super(message, { cause });
    this.mayHaveHappened = mayHaveHappened;
    this.retryAfterSeconds = retryAfterSeconds;
    this.isFinal = isFinal;
  }
}

/** The facts of any thrown value. */
export interface ReadFailure extends Required<Omit<OutboxFailure, "cause">> {
  readonly message: string;
}

const maxMessageLength = 500;

export function readFailure(thrown: unknown): ReadFailure {
  const facts: Readonly<Record<string, unknown>> = typeof thrown === "object" && thrown !== null ? { ...thrown } : {};
  const { mayHaveHappened, retryAfterSeconds, isFinal } = facts;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return {
    // PostgreSQL stores no NUL.
    message: message.slice(0, maxMessageLength).replaceAll("\0", "").toWellFormed(),
    mayHaveHappened: mayHaveHappened !== false,
    retryAfterSeconds: typeof retryAfterSeconds === "number" && retryAfterSeconds >= 0 ? retryAfterSeconds : null,
    isFinal: isFinal === true,
  };
}

const hourMilliseconds = 3_600_000;

/** 1 s after the first attempt, doubled up to an hour, of which a random half is taken off: callers must not collide again. */
export function backoffMilliseconds(attempts: number, random: number): number {
  const whole = Math.min(1000 * 2 ** (attempts - 1), hourMilliseconds);
  return Math.round(whole * (1 - random / 2));
}
