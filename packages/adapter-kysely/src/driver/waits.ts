import { StorageUnavailable } from "@keyhold/core/adapter";

export interface WaitOptions {
  /**
   * How long a caller waits for a free connection before it gives up with `StorageUnavailable`. A statement waits for the
   * lock of another transaction 0.3 times as long, though at least 1500 ms if that is not longer, and for its answer three
   * times as long. 5000 if not given.
   */
  readonly maxWaitMilliseconds?: number;
}

export interface Waits {
  /** Well below the wait for a connection: a statement that waits for a lock keeps one from others. */
  readonly lockMilliseconds: number;
  /** Also the wait for a turn on the only connection, or on a row. */
  readonly connectMilliseconds: number;
  readonly statementMilliseconds: number;
}

/** PostgreSQL takes a second to see a deadlock, after which the transaction runs again. */
const minLockMilliseconds = 1500;

export function waitsOf({ maxWaitMilliseconds = 5000 }: WaitOptions): Waits {
  return {
    lockMilliseconds: Math.min(maxWaitMilliseconds, Math.max(minLockMilliseconds, 0.3 * maxWaitMilliseconds)),
    connectMilliseconds: maxWaitMilliseconds,
    statementMilliseconds: 3 * maxWaitMilliseconds,
  };
}

/** The answer, or `StorageUnavailable` when it takes too long; `late` then gets the answer that nobody waits for. */
export function inTime<T>(
  answer: Promise<T>,
  milliseconds: number,
  what: string,
  late: (answer: T) => void = () => undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new StorageUnavailable(`${what} took longer than ${milliseconds} ms.`));
    }, milliseconds);
    answer.then(
      (value) => {
        clearTimeout(timer);
        if (isLate) late(value);
        else resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
