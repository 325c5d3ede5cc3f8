import type { Table } from "../statement/table.js";

/** A row to lock by id. */
export interface Lock {
  readonly table: Table;
  readonly id: string;
}

/** The rows requested by any run of a transaction, by key. */
export type Wanted = Map<string, Lock>;

/** The rows locked by a run of a transaction. */
export interface Locks {
  /** Whether waiting for the row cannot deadlock: every row locked so far precedes it in the common order. */
  mayWaitFor(lock: Lock): boolean;
  has(lock: Lock): boolean;
  add(lock: Lock): void;
}

export function createLocks(wanted: Wanted): Locks {
  const own: Wanted = new Map();
  return {
    mayWaitFor(lock) {
      const key = keyOf(lock);
      wanted.set(key, lock);
      return own.has(key) || [...own.values()].every((other) => compare(other, lock) < 0);
    },
    has: (lock) => own.has(keyOf(lock)),
    add: (lock) => own.set(keyOf(lock), lock),
  };
}

/** Sorts locks in the common order of all transactions. */
export const inOrder = (wanted: Wanted): Lock[] => [...wanted.values()].toSorted(compare);

export const keyOf = ({ table, id }: Lock): string => `${table.plan.name}:${id}`;

function compare(one: Lock, other: Lock): number {
  if (one.table.plan.rank !== other.table.plan.rank) return one.table.plan.rank - other.table.plan.rank;
  return one.id < other.id ? -1 : 1;
}
