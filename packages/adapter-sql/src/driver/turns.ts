import { StorageUnavailable } from "@keyhold/core/adapter";

/** Ends the turn of a caller; a second call has no effect. */
export type GiveBack = () => void;

/** A connection, used by one caller at a time, first come, first served. */
export interface Turns {
  isTaken(): boolean;
  /** Waits for the connection, with a timeout. */
  consume(): Promise<GiveBack>;
  /**
   * Whether the current user of the connection waits for a lock of another process: waiting callers then report this
   * reason.
   */
  isBlocked: boolean;
}

/** A queue for a connection. A caller waits for `maxWaitMilliseconds`, then gets `StorageUnavailable`. */
export function createTurns(maxWaitMilliseconds: number): Turns {
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

  const turns: Turns = {
    isBlocked: false,
    isTaken: () => isTaken,
    async consume() {
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
          reject(turns.isBlocked ? lockedByAnother(maxWaitMilliseconds) : tooLong(maxWaitMilliseconds));
        }, maxWaitMilliseconds);
        waiting.add(enter);
      });
    },
  };
  return turns;
}

/** SQLite's "database is locked". */
export const lockedByAnother = (milliseconds: number, options?: ErrorOptions): StorageUnavailable =>
  new StorageUnavailable(`The database is locked: another process held its write lock for ${milliseconds} ms.`, {
    ...options,
    reason: "locked by another process",
  });

const tooLong = (milliseconds: number): StorageUnavailable =>
  new StorageUnavailable(
    `The only connection was not free for ${milliseconds} ms. Inside a transaction, use its \`tx\`, not the outer adapter or \`database.kysely\`.`,
    { reason: "locked by another transaction" },
  );

/** Runs work when the turn comes; at once if there are no turns. */
export async function inTurn<T>(turns: Turns | null, work: () => Promise<T>): Promise<T> {
  if (!turns) return work();
  const giveBack = await turns.consume();
  try {
    return await work();
  } finally {
    giveBack();
  }
}
