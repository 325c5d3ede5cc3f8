import { StorageUnavailable } from "@keyhold/core/adapter";

export type Release = () => void;

/**
 * One holder at a time, first come, first served. A wait that takes too long is given up with an error:
 * whoever uses the outer adapter inside a transaction waits for himself.
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
          new StorageUnavailable(`Gave up after waiting ${maxWaitMilliseconds} ms for another transaction to end.`, {
            reason: "locked by another transaction",
          }),
        );
      }, maxWaitMilliseconds);
      waiting.push(enter);
    });
  };
}
