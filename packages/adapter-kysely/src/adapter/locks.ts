import type { ModelPlan } from "../statement/plan.js";

/** A row that a transaction locks by its id. */
export interface Lock {
  readonly plan: ModelPlan;
  readonly id: string;
}

/** Rows that some run of a transaction has asked for, by their keys. */
export type Wanted = Map<string, Lock>;

/** The rows that one run of a transaction has locked. */
export interface Locks {
  /** Whether a wait for the row can close no circle: nothing is locked that comes after it. */
  mayWaitFor(lock: Lock): boolean;
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
    add: (lock) => own.set(keyOf(lock), lock),
  };
}

/** In the one order in which every transaction can wait for all of them. */
export const inOrder = (wanted: Wanted): Lock[] => [...wanted.values()].toSorted(compare);

export const keyOf = ({ plan, id }: Lock): string => `${plan.name}:${id}`;

function compare(one: Lock, other: Lock): number {
  if (one.plan.rank !== other.plan.rank) return one.plan.rank - other.plan.rank;
  return one.id < other.id ? -1 : 1;
}
