import type { GuardedStorage } from "../../storage/guarded-storage.js";

/** Keys without a cache entry for a limited time. */
export interface Invalidations {
  /** Writes invalidations. A failed write is tried again until success, or until no earlier entry can exist. */
  write(names: readonly string[]): Promise<void>;
  /** Whether this process has an invalidation that is not in the storage yet. */
  isPending(name: string): boolean;
}

/** Stored in place of an entry: an unsigned text, which is never read as a session. */
const invalidated = "invalidated";

const pauseMilliseconds = 1000;

export function createInvalidations(
  storage: GuardedStorage,
  later: (what: string, work: () => Promise<unknown>) => void,
  lifetimeSeconds: number,
): Invalidations {
  /** With the number of remaining tries. */
  const pending = new Map<string, number>();
  let isTrying = false;

  const write = async (name: string): Promise<boolean> => {
    const set = storage.ask(
      async (asked) => {
        await asked.set(name, invalidated, lifetimeSeconds);
        return true;
      },
      false,
      { isUrgent: true },
    );
    const isWritten = await set;
    if (isWritten) pending.delete(name);
    return isWritten;
  };

  /** A single name is tried first, so that an unreachable storage gets a single request, not a request per name. */
  const tryAgain = async (): Promise<void> => {
    const [first, ...others] = pending.keys();
    if (first !== undefined && (await write(first))) await Promise.all(others.map(write));
    for (const [name, tries] of pending) {
      if (tries > 1) pending.set(name, tries - 1);
      else pending.delete(name);
    }
  };

  const tryUntilDone = async (): Promise<void> => {
    while (pending.size > 0) {
      await pause();
      await tryAgain();
    }
    isTrying = false;
  };

  return {
    async write(names) {
      const tries = Math.ceil((lifetimeSeconds * 1000) / pauseMilliseconds);
      const put = async (name: string): Promise<void> => {
        if (!(await write(name))) pending.set(name, tries);
      };
      await Promise.all(names.map(put));
      if (pending.size === 0 || isTrying) return;
      isTrying = true;
      later("Invalidating session cache entries", tryUntilDone);
    },
    isPending: (name) => pending.has(name),
  };
}

const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, pauseMilliseconds);
  });
