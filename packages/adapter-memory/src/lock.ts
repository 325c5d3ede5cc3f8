import { StorageUnavailable } from "@keyhold/core/adapter";

export type Release = () => void;

/**
 * A lock with a single owner at a time, first come, first served. Waiting longer than the timeout fails: a call of the
 * outer adapter inside a transaction would wait for its own transaction.
 */
export function createLock(maxWaitMilliseconds: number): () => Promise<Release> {
  const waiting: (() => void)[] = [];
  let isTaken = false;

  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else isTaken = false;
  }

  return async () => {
    if (!isTaken) {
      isTaken = true;
      return release;
    }
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer);
        resolve(release);
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(
          new StorageUnavailable(`Timed out after ${maxWaitMilliseconds} ms: another transaction did not end.`, {
            reason: "locked by another transaction",
          }),
        );
      }, maxWaitMilliseconds);
      waiting.push(enter);
    });
  };
}
