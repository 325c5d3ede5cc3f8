import type { Context } from "../../contract/context.js";
import type { GuardedStorage } from "../../storage/guarded-storage.js";

/** Names under which no copy may be kept or read for a while. */
export interface Invalidations {
  /** Writes them; what cannot be written is tried again until it is, or until no copy can be left that it would stop. */
  write(names: readonly string[]): Promise<void>;
  /** Whether this process has a suspension that the storage does not know yet. */
  isPending(name: string): boolean;
}

/** Takes the place of a copy: a text that was never sealed, so that it opens nothing. */
const invalidated = "suspended";

const pauseMilliseconds = 1000;

export function createInvalidations(
  storage: GuardedStorage,
  later: Context["later"],
  lifetimeSeconds: number,
): Invalidations {
  /** With how often each will still be tried. */
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

  /** One name tries the way for all, so that a storage that is away is not asked for each. */
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
      later("Suspending copies of sessions", tryUntilDone);
    },
    isPending: (name) => pending.has(name),
  };
}

const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, pauseMilliseconds);
  });
