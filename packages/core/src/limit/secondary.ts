import type { Limiter } from "../contract/limit.js";
import { fingerprint } from "../secret/hash.js";
import type { GuardedStorage } from "../storage/guarded-storage.js";
import { secondsUntil } from "./memory.js";

/**
 * Counts in the secondary storage. While the storage does not answer, `fallback` counts instead, starting from zero:
 * one window may allow up to twice `max`, and every call is counted. If the storage loses counts, as in a failover to a
 * replica that was behind, the window allows as many calls more.
 */
export function secondaryLimiter(storage: GuardedStorage, fallback: Limiter): Limiter {
  return {
    async consume(key, limit) {
      const counted = await storage.ask((asked) => asked.increment(nameOf(key), limit.windowSeconds), null);
      if (counted === null) return fallback.consume(key, limit);
      const { count, remainingMilliseconds } = counted;
      return { isAllowed: count <= limit.max, count, retryAfterSeconds: secondsUntil(remainingMilliseconds, 0) };
    },
    peek: (keys) =>
      Promise.all(
        keys.map(async (key) => {
          const counted = await storage.ask((asked) => asked.get(nameOf(key)), undefined);
          return counted === undefined ? ((await fallback.peek([key]))[0] ?? 0) : toCount(counted);
        }),
      ),
    reset: (keys) =>
      Promise.all(
        keys.map(async (key) => {
          const taken = await storage.ask((asked) => asked.consume(nameOf(key)), undefined);
          return taken === undefined ? ((await fallback.reset([key]))[0] ?? 0) : toCount(taken);
        }),
      ),
  };
}

function toCount(digits: string | null): number {
  const count = Number(digits);
  return Number.isSafeInteger(count) ? count : 0;
}

/** Keys contain client IP addresses, and the storage need not know those; a hash also has a fixed length. */
const nameOf = (key: string): string => `limit:${fingerprint(key)}`;
