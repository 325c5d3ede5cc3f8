import type { Limiter } from "../contract/limit.js";

interface Window {
  count: number;
  endsAt: number;
}

/** A map keeps insertion order: each count moves the key to the end. */
type Windows = Map<string, Window>;

/**
 * Keys kept per kind; beyond that the least recently used key is removed. A flood of addresses takes no more memory.
 */
export const maxKeys = 100_000;

/** The prefix of a key: a path or another subject. A flood of one kind removes no count of another kind. */
const kindOf = (key: string): string => key.slice(0, key.indexOf("|") + 1);

/** Counts in this process. */
export function memoryLimiter(now: () => Date): Limiter {
  const kinds = new Map<string, Windows>();
  const windowsOf = (key: string): Windows => {
    const windows = kinds.get(kindOf(key)) ?? new Map<string, Window>();
    kinds.set(kindOf(key), windows);
    return windows;
  };
  const countOf = (key: string): number => live(windowsOf(key), key, now().getTime())?.count ?? 0;
  return {
    async consume(key, { windowSeconds, max }) {
      const time = now().getTime();
      const windows = windowsOf(key);
      const window = live(windows, key, time) ?? { count: 0, endsAt: Number.POSITIVE_INFINITY };
      window.count += 1;
      // A clock that is set back makes no window longer, and begins no new window.
      window.endsAt = Math.min(window.endsAt, time + windowSeconds * 1000);
      windows.delete(key);
      windows.set(key, window);
      if (windows.size > maxKeys) forgetOldest(windows);
      return {
        isAllowed: window.count <= max,
        count: window.count,
        retryAfterSeconds: secondsUntil(window.endsAt, time),
      };
    },
    peek: async (keys) => keys.map(countOf),
    async reset(keys) {
      const counts = keys.map(countOf);
      for (const key of keys) windowsOf(key).delete(key);
      return counts;
    },
  };
}

function live(windows: Windows, key: string, time: number): Window | null {
  const window = windows.get(key);
  return window && window.endsAt > time ? window : null;
}

function forgetOldest(windows: Windows): void {
  for (const key of windows.keys()) {
    windows.delete(key);
    return;
  }
}

/** Whole seconds, at least 1: after that many seconds a new window begins. */
export const secondsUntil = (endsAt: number, time: number): number => Math.max(1, Math.ceil((endsAt - time) / 1000));
