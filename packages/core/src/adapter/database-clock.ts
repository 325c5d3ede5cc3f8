import type { Adapter } from "./adapter.js";

/** The time of the database, as this process knows it. */
export interface DatabaseClock {
  readonly now: () => Date;
  /** Asks the database for its time, unless this process has asked lately. Call it before `now` decides an outcome. */
  readonly synchronize: () => Promise<void>;
}

/** How long a measured difference between the two clocks is used. */
const validMilliseconds = 30_000;

/** A clock this far from the system clock is the clock of a test. */
const maxSkewMilliseconds = 86_400_000;
/** A clock that moves this far against the system clock is moved by a test. */
const maxDriftMilliseconds = 1000;

/**
 * The clock of this process, corrected by its difference from the database clock. The database is asked at most every
 * half minute, so a count costs no further statement. `own`: the clock of the app, or `system`. A clock of the app in
 * step with the system clock is corrected too: it may be as wrong. A clock that is stopped or moved belongs to a test
 * and is used unchanged.
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
      // Negative: the clock of this process was set back.
      if (passed >= 0 && passed < validMilliseconds) return;
      asking ??= ask().finally(() => {
        asking = null;
      });
      await asking;
    },
  };
}
