import type { Limiter } from "../contract/limit.js";

/** A count to write when the transaction has ended. Then `write` or `drop` is called. */
export interface DeferredCount {
  write(): Promise<unknown>;
  /** Forgets the count: the work runs again, and counts again. */
  drop(): void;
}

/** The counts of this process that wait for the end of a transaction. */
export interface DeferredCounts {
  /**
   * A limiter for the calls of an open transaction. `inside`: reads the counts by the connection of the transaction.
   * `defer` receives each count, which must be written at the end, after a rollback as well.
   */
  limiter(inside: Pick<Limiter, "peek">, defer: (count: DeferredCount) => void): Limiter;
}

/**
 * Counts of a limiter whose writes would wait for an open transaction of this caller: a database with a single writer,
 * or a pool without a free connection. A count inside of the transaction would be rolled back with the transaction, and
 * then guesses would not be counted. So the count is written after the transaction; until then the guess counts in this
 * process, before any answer, so that concurrent callers of this process stay within the limit. Each other process may
 * allow `max` calls meanwhile.
 */
export function createDeferredCounts(limiter: Limiter): DeferredCounts {
  const waiting = new Map<string, number>();
  const waitingOf = (key: string): number => waiting.get(key) ?? 0;
  const add = (key: string, by: 1 | -1): void => {
    const count = waitingOf(key) + by;
    if (count > 0) waiting.set(key, count);
    else waiting.delete(key);
  };

  return {
    limiter: (inside, defer) => ({
      async consume(key, limit, ruleOf) {
        add(key, 1);
        const drop = (): void => add(key, -1);
        defer({ write: () => limiter.consume(key, limit, ruleOf).finally(drop), drop });
        const own = waitingOf(key);
        const [before = 0] = await inside.peek([key]);
        const count = own + before;
        return { isAllowed: count <= limit.max, count, retryAfterSeconds: limit.windowSeconds };
      },
      async peek(keys) {
        const own = keys.map(waitingOf);
        const before = await inside.peek(keys);
        return own.map((count, index) => count + (before[index] ?? 0));
      },
      async reset(keys) {
        defer({ write: () => limiter.reset(keys), drop: () => undefined });
        return inside.peek(keys);
      },
    }),
  };
}
