import type { AuthConfig } from "../contract/config.js";
import { logFailure } from "../contract/log.js";

/** Work that no answer waits for: letters, listeners, clearing up. */
export interface Background {
  later(what: string, work: () => Promise<unknown>): void;
  /** Resolves when none is left, that which it started itself included. */
  idle(): Promise<void>;
}

export function createBackground({ waitUntil, log }: Pick<AuthConfig, "waitUntil" | "log">): Background {
  const running = new Set<Promise<unknown>>();
  const handOver = async (work: Promise<unknown>): Promise<void> => waitUntil?.(work);
  return {
    later(what, work) {
      const done = Promise.resolve()
        .then(work)
        .catch((error: unknown) => logFailure(log, `${what} failed.`, error))
        .finally(() => running.delete(done));
      running.add(done);
      // What has been done is done, whatever the platform says to work that comes after it.
      handOver(done).catch((error: unknown) => logFailure(log, "`waitUntil` failed.", error));
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
