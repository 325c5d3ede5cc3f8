import type { Adapter } from "./adapter.js";

/** The database's clock, as this process knows it. */
export interface DatabaseClock {
  readonly now: () => Date;
  /** Asks the database how late it is, unless this process has asked lately. To be called before `now` decides something. */
  readonly synchronize: () => Promise<void>;
}

/** How long a difference between two clocks is taken for the same. */
const validMilliseconds = 30_000;

/** A clock that is this far from the system's is a test's. */
const maxSkewMilliseconds = 86_400_000;
/** A clock that moves so far against the system's is moved by a test. */
const maxDriftMilliseconds = 1000;

/**
 * The clock of this process and its difference from the database's, which is asked for every half minute at most: no
 * count costs a statement more. `own`: the clock that the app gave, or `system`. A given clock that goes like the
 * system's may be as wrong as that one. A given clock that is stopped or moved is a test's, and is used as it is.
 */
export function createDatabaseClock(db: Pick<Adapter, "now">, own: () => Date, system: () => Date): DatabaseClock {
  const time = (): number => own().getTime();
  let firstSkew: number | null = null;
  let isMoved = false;

  const isTestClock = (): boolean => {
    const skew = time() - system().getTime();
    firstSkew ??= skew;
    isMoved ||= Math.abs(skew) >= maxSkewMilliseconds || Math.abs(skew - firstSkew) > maxDriftMilliseconds;
    return isMoved;
  };

  let difference = 0;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  async function ask(): Promise<void> {
    const before = time();
    const there = await db.now();
    const after = time();
    difference = there === null ? 0 : Math.round(there.getTime() - (before + after) / 2);
    askedAt = after;
  }

  return {
    now: () => (isTestClock() ? own() : new Date(time() + difference)),
    async synchronize() {
      if (isTestClock()) return;
      const passed = time() - askedAt;
      // Less than nothing: this process's clock was set back.
      if (passed >= 0 && passed < validMilliseconds) return;
      asking ??= ask().finally(() => {
        asking = null;
      });
      await asking;
    },
  };
}
