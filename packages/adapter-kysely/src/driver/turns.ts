import { StorageUnavailable } from "@keyhold/core";

export type GiveBack = () => void;

/** One connection, used by one at a time, first come, first served. */
export interface Turns {
  isTaken(): boolean;
  /** Waits for the connection, though not for ever. */
  take(): Promise<GiveBack>;
}

export function createTurns(longestWaitMilliseconds: number): Turns {
  const waiting = new Set<() => void>();
  let isTaken = false;

  function giveBackOnce(): GiveBack {
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      const [next] = waiting;
      if (next) next();
      else isTaken = false;
    };
  }

  return {
    isTaken: () => isTaken,
    async take() {
      if (!isTaken) {
        isTaken = true;
        return giveBackOnce();
      }
      return new Promise((resolve, reject) => {
        const enter = (): void => {
          clearTimeout(timer);
          waiting.delete(enter);
          resolve(giveBackOnce());
        };
        const timer = setTimeout(() => {
          waiting.delete(enter);
          reject(tooLong(longestWaitMilliseconds));
        }, longestWaitMilliseconds);
        waiting.add(enter);
      });
    },
  };
}

const tooLong = (milliseconds: number): StorageUnavailable =>
  new StorageUnavailable(
    `The only connection was not free for ${milliseconds} ms. Inside a transaction use its \`tx\`, never the adapter outside.`,
  );
