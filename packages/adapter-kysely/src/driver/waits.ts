import { StorageUnavailable } from "@keyhold/core";

export interface WaitOptions {
  /**
   * How long a write waits for other transactions, and a caller for a free connection, before it gives up
   * with `StorageUnavailable`. A statement that does not end at all is given three times as long. 5000 if not given.
   */
  readonly longestWaitMilliseconds?: number;
}

export interface Waits {
  readonly lockMilliseconds: number;
  readonly connectMilliseconds: number;
  readonly statementMilliseconds: number;
}

export function waitsOf({ longestWaitMilliseconds = 5000 }: WaitOptions): Waits {
  return {
    lockMilliseconds: longestWaitMilliseconds,
    connectMilliseconds: longestWaitMilliseconds,
    statementMilliseconds: 3 * longestWaitMilliseconds,
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
