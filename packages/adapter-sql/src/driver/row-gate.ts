import { StorageUnavailable } from "@keyhold/core/adapter";
import type { Answer, Driver } from "./driver.js";

/** The rows, by key, for which a transaction or statement may use connections. */
export interface Pass {
  /** Adds a row without waiting: false if the row's share of connections is in use. */
  add(key: string): boolean;
  leave(): void;
}

/**
 * Limits the number of a pool's connections used for a row: if a row stays locked, further callers wait here without
 * a connection, and the rest of the pool serves other rows.
 */
export interface RowGate {
  /**
   * Waits for a turn on each row if necessary. Rejects with `StorageUnavailable` after the timeout. All callers use the
   * same order of rows, so they cannot deadlock.
   */
  enter(keys: readonly string[]): Answer<Pass>;
}

interface Row {
  inUse: number;
  /** First come, first served. */
  readonly waiting: Set<() => void>;
}

export interface RowGateOptions {
  /** The size of the pool; a row may use a quarter of the connections. */
  readonly poolSize: number;
  readonly waitMilliseconds: number;
}

/** The maximum number of callers waiting for a row; further callers fail immediately. */
const maxWaiting = 1000;

export function createRowGate({ poolSize, waitMilliseconds }: RowGateOptions): RowGate {
  const rows = createRows(Math.max(1, Math.floor(poolSize / 4)));

  function openPass(entered: Set<string>): Pass {
    return {
      add(key) {
        if (!entered.has(key) && !rows.tryEnter(key)) return false;
        entered.add(key);
        return true;
      },
      leave() {
        for (const key of entered) rows.leave(key);
        entered.clear();
      },
    };
  }

  async function waitForEach(keys: readonly string[], pass: Pass, entered: Set<string>): Promise<Pass> {
    const deadline = performance.now() + waitMilliseconds;
    try {
      for (const key of keys) {
        if (pass.add(key)) continue;
        await rows.wait(key, deadline - performance.now());
        entered.add(key);
      }
      return pass;
    } catch (error) {
      pass.leave();
      throw error;
    }
  }

  return {
    enter(keys) {
      const entered = new Set<string>();
      const pass = openPass(entered);
      const taken = keys.findIndex((key) => !pass.add(key));
      return taken === -1 ? pass : waitForEach(keys.slice(taken), pass, entered);
    },
  };
}

interface Rows {
  tryEnter(key: string): boolean;
  /** Waits for a connection of the row's share. */
  wait(key: string, milliseconds: number): Promise<void>;
  /** Passes the connection to the longest-waiting caller. */
  leave(key: string): void;
}

function createRows(share: number): Rows {
  // A row is deleted after the last caller.
  const rows = new Map<string, Row>();
  return {
    tryEnter(key) {
      const row = rows.get(key) ?? { inUse: 0, waiting: new Set() };
      if (row.inUse >= share) return false;
      row.inUse += 1;
      rows.set(key, row);
      return true;
    },
    wait(key, milliseconds) {
      const waiting = rows.get(key)?.waiting ?? new Set();
      if (waiting.size >= maxWaiting) return Promise.reject(rowIsBusy(`${maxWaiting} callers already wait for it`));
      return new Promise((resolve, reject) => {
        const enter = (): void => {
          clearTimeout(timer);
          waiting.delete(enter);
          resolve();
        };
        const timer = setTimeout(() => {
          waiting.delete(enter);
          reject(rowIsBusy("this caller timed out waiting for its turn"));
        }, milliseconds);
        waiting.add(enter);
      });
    },
    leave(key) {
      const row = rows.get(key);
      const [next] = row?.waiting ?? [];
      if (next) next();
      else if (row) row.inUse -= 1;
      if (row?.inUse === 0) rows.delete(key);
    },
  };
}

const rowIsBusy = (why: string): StorageUnavailable =>
  new StorageUnavailable(`A row stays locked by other transactions: ${why}.`, {
    reason: "locked by another transaction",
  });

/** Two adapters on one pool share a gate. Null for a database with a single connection. */
const gates = new WeakMap<object, RowGate>();
export function rowGateOf(driver: Driver): RowGate | null {
  if (driver.pool === null) return null;
  const { identity, size, waitMilliseconds } = driver.pool ?? { ...assumedPool, identity: driver };
  const gate = gates.get(identity) ?? createRowGate({ poolSize: size, waitMilliseconds });
  gates.set(identity, gate);
  return gate;
}

/** The default size of pools of `pg` and mysql2. */
const assumedPool = { size: 10, waitMilliseconds: 5000 };
