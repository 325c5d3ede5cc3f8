import type { Adapter } from "./adapter.js";

/** The time of the database, as this process knows it. */
export interface DatabaseClock {
  readonly now: () => Date;
  /**
   * Asks the database for the time, unless this process has asked lately. Call `synchronize` before `now` decides an
   * outcome.
   */
  readonly synchronize: () => Promise<void>;
}

/** The clock as the library creates it. */
export interface OwnDatabaseClock extends DatabaseClock {
  /**
   * This clock, which asks by the connection of an open transaction: another connection might wait for the end of the
   * transaction.
   */
  readonly inside: (db: Pick<Adapter, "now">) => DatabaseClock;
}

/** How long a measured difference between the two clocks is used. */
const validMilliseconds = 30_000;

/** A clock this far from the system clock is the clock of a test. */
const maxSkewMilliseconds = 86_400_000;
/** A clock that moves this far against the system clock is moved by a test. */
const maxDriftMilliseconds = 1000;

/**
 * The clock of this process, corrected by the difference from the database clock. The database is asked at most every
 * half minute, so a count costs no further statement. `own`: the clock of the app, or `system`. A clock of the app in
 * step with the system clock is corrected too, since the system clock may be wrong. A clock that is stopped or moved
 * belongs to a test and is used unchanged.
 */
export function createDatabaseClock(db: Pick<Adapter, "now">, own: () => Date, system: () => Date): OwnDatabaseClock {
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

  async function ask(by: Pick<Adapter, "now">): Promise<void> {
    const before = time();
    const there = await by.now();
    const after = time();
    difference = there === null ? 0 : Math.round(there.getTime() - (before + after) / 2);
    askedAt = after;
  }

  const isKnown = (): boolean => {
    if (isTestClock()) return true;
    const passed = time() - askedAt;
    // Negative: the clock of this process was set back.
    return passed >= 0 && passed < validMilliseconds;
  };

  const now = (): Date => (isTestClock() ? own() : new Date(time() + difference));
  return {
    now,
    async synchronize() {
      if (isKnown()) return;
      asking ??= ask(db).finally(() => {
        asking = null;
      });
      await asking;
    },
    inside: (inner) => ({ now, synchronize: async () => (isKnown() ? undefined : ask(inner)) }),
  };
}
