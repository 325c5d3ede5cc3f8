import { StorageUnavailable } from "@keyhold/core/adapter";
import { checkKnownKeys } from "@keyhold/core/options";
import type { TableOptions } from "../tables/options.js";

/** The timeouts of a database, in milliseconds. */
export interface WaitOptions {
  /**
   * The timeout in milliseconds for a free connection; then the call fails with `StorageUnavailable`. The lock timeout
   * of a statement is 0.3 times this value, but at least 1500 ms if this value is not smaller; its answer times out
   * after three times this value. Default 5000.
   */
  readonly maxWaitMilliseconds?: number;
}

/** The options of every database of this package: timeouts, the names of tables, the kind of ids, the number of writers. */
export interface SqlOptions extends WaitOptions, TableOptions {}

/** The timeouts that derive from `maxWaitMilliseconds`. */
export interface Waits {
  /** Well below the connection timeout: a statement waiting for a lock occupies a connection. */
  readonly lockMilliseconds: number;
  /** Also the timeout for a turn on the only connection, or on a row. */
  readonly connectMilliseconds: number;
  readonly statementMilliseconds: number;
}

/** PostgreSQL needs a second to detect a deadlock, after which the transaction runs again. */
const minLockMilliseconds = 1500;

const optionKeys = { maxWaitMilliseconds: true, naming: true, ids: true, multiWriter: true } as const satisfies Record<
  keyof SqlOptions,
  true
>;

/** `where` names the factory of the adapter, e.g. "sqlite()". Throws for an unknown option. */
export function waitsOf(where: string, options: SqlOptions): Waits {
  checkKnownKeys(where, options, optionKeys);
  const { maxWaitMilliseconds = 5000 } = options;
  return {
    lockMilliseconds: Math.min(maxWaitMilliseconds, Math.max(minLockMilliseconds, 0.3 * maxWaitMilliseconds)),
    connectMilliseconds: maxWaitMilliseconds,
    statementMilliseconds: 3 * maxWaitMilliseconds,
  };
}

/**
 * Resolves with the answer, or rejects with `StorageUnavailable` after the timeout; `late` then gets the late answer.
 */
export function inTime<T>(
  answer: PromiseLike<T>,
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
