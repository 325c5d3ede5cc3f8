import { BillingProviderError } from "./error.js";
import type { Pace } from "./pace.js";

/** What decides on the tries of a request. */
export interface Tried {
  /** For messages: without the id. */
  readonly name: string;
  readonly isWrite: boolean;
}

/** How long a request may wait, and how long it pauses before a repetition. */
export interface TryTimes {
  readonly timeoutSeconds: number;
  /** The pause before the first repetition; the next pauses are longer by it. */
  readonly retryMilliseconds: number;
}

/** Runs a request, and repeats it where a repetition is safe. */
export type Tries = <Answer>(tried: Tried, sendOnce: () => Promise<Answer>) => Promise<Answer>;

const maxTries = 3;

/**
 * Tries of requests. A reading request is repeated after a failure that may pass. A writing request is repeated only
 * after an answer that proves that it had no effect: "rate-limited".
 */
export const createTries =
  (times: TryTimes, pace: Pace, isBackground: boolean): Tries =>
  async (tried, sendOnce) => {
    for (let attempt = 1; ; attempt += 1) {
      await turn(times, tried, pace.wait, isBackground);
      try {
        return await sendOnce();
      } catch (error) {
        if (!(error instanceof BillingProviderError) || attempt === maxTries || !mayRepeat(tried, error)) throw error;
        if (error.reason === "rate-limited") pace.pause(error.retryAfterSeconds ?? 1);
        else await sleep(times.retryMilliseconds * attempt);
      }
    }
  };

const mayRepeat = ({ isWrite }: Tried, { reason }: BillingProviderError): boolean =>
  reason === "rate-limited" || (!isWrite && reason === "unavailable");

/** How long a write of a background job waits at most: with its repeats it ends before the lease of the job. */
const maxBackgroundMilliseconds = 20_000;

/**
 * Waits until the request may start. Throws "rate-limited" at once if a user would wait longer than for an answer, and a
 * write of a background job longer than 20 seconds.
 */
async function turn(
  { timeoutSeconds }: TryTimes,
  { name, isWrite }: Tried,
  wait: (isBackground: boolean) => number,
  isBackground: boolean,
): Promise<void> {
  const maxMilliseconds = isWrite ? maxBackgroundMilliseconds : Number.POSITIVE_INFINITY;
  const endsAt = performance.now() + (isBackground ? maxMilliseconds : timeoutSeconds * 1000);
  for (let pause = wait(isBackground); pause > 0; pause = wait(isBackground)) {
    if (performance.now() + pause > endsAt) {
      const retryAfterSeconds = Math.ceil(pause / 1000);
      throw new BillingProviderError(name, { reason: "rate-limited", retryAfterSeconds });
    }
    await sleep(pause);
  }
}

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
