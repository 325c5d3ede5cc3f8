import { nextTurn } from "../adapter/next-turn.js";
import type { Outages } from "../adapter/outages.js";
import { isStorageUnavailable } from "../adapter/unavailable.js";
import type { AuthConfig } from "../contract/config.js";
import { logFailure } from "../contract/log.js";

/** Work that no answer waits for: letters, listeners, clearing up. */
export interface Background {
  later(what: string, work: () => Promise<unknown>): void;
  /** The same, begun by a timer: the microtasks of the answer come first, so that its time does not depend on the work. */
  afterAnswer(what: string, work: () => Promise<unknown>): void;
  /** Resolves when none is left, that which it started itself included. */
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
    // What has been done is done, whatever the platform says to work that comes after it.
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
