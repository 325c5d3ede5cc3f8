import { nextTurn } from "../adapter/next-turn.js";
import type { Outages } from "../adapter/outages.js";
import { isStorageUnavailable } from "../adapter/unavailable.js";
import type { AuthConfig } from "../contract/config.js";
import { logFailure } from "../contract/log.js";

/** Background work that no response waits for: emails, listeners, sweeps. */
export interface Background {
  later(what: string, work: () => Promise<unknown>): void;
  /**
   * `later`, started by a timer: the microtasks of the response come first, so that the duration of the response does
   * not depend on the work.
   */
  afterAnswer(what: string, work: () => Promise<unknown>): void;
  /** Resolves when all work is done, including work started by other background work. */
  idle(): Promise<void>;
}

interface BackgroundOptions extends Pick<AuthConfig, "waitUntil" | "log"> {
  readonly outages?: Outages;
}

export function createBackground({ waitUntil, log, outages }: BackgroundOptions): Background {
  const running = new Set<Promise<unknown>>();
  const report = (what: string, error: unknown): void => {
    if (outages && isStorageUnavailable(error)) outages.failed(`: ${what} failed`, error);
    else logFailure(log, `${what} failed.`, error);
  };
  const handOver = async (work: Promise<unknown>): Promise<void> => waitUntil?.(work);
  const run = (what: string, work: Promise<unknown>): void => {
    const done = work.catch((error: unknown) => report(what, error)).finally(() => running.delete(done));
    running.add(done);
    // A failure of the platform's `waitUntil` does not affect the work.
    handOver(done).catch((error: unknown) => logFailure(log, "`waitUntil` failed.", error));
  };
  return {
    later: (what, work) => run(what, Promise.resolve().then(work)),
    afterAnswer: (what, work) => run(what, nextTurn().then(work)),
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
