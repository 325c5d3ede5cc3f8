import type { Model } from "@keyhold/core/plugin";
import type { Pass } from "../driver/row-gate.js";
import { lockStatement } from "../statement/read.js";
import { type AnyRow, readRow } from "../statement/row.js";
import { readWhere } from "../statement/where.js";
import type { AdapterState } from "./adapter-state.js";
import { OutOfTurn } from "./fault.js";
import { inOrder, keyOf, type Lock, type Locks, type Wanted } from "./locks.js";
import type { Place } from "./place.js";
import { find, tablePlan } from "./read.js";

/** The scope of a row lock: one run of a transaction. */
export interface Holder {
  readonly place: Place;
  readonly locks: Locks;
  readonly pass: Pass;
}

/**
 * `SELECT … WHERE id = ? FOR UPDATE`: a count of children after it sees all of them, and no other transaction writes
 * children until the end.
 * A lock out of the common order does not wait (`SKIP LOCKED`), because PostgreSQL detects a deadlock only after a
 * second. The work runs again instead, with all its rows locked in order.
 * The work also runs again if the row's share of the pool is in use: waiting inside a transaction would keep a
 * connection.
 */
export async function lock(
  state: AdapterState,
  { place, locks, pass }: Holder,
  model: Model,
  id: string,
): Promise<AnyRow | null> {
  const plan = tablePlan(state, model);
  const lock: Lock = { plan, id };
  const isPatient = locks.mayWaitFor(lock);
  if (!pass.add(keyOf(lock))) throw new OutOfTurn();
  const row = await lockRow(state, place, lock, isPatient);
  if (row) {
    locks.add(lock);
    place.lock(plan, row);
  } else if (!isPatient && (await find(state, place, model, { id }))) {
    throw new OutOfTurn();
  }
  return row;
}

/**
 * Locks the rows requested by an earlier run before the work begins again. The work must still request each lock
 * itself.
 */
export async function lockInOrder(state: AdapterState, { place, locks }: Holder, wanted: Wanted): Promise<void> {
  for (const lock of inOrder(wanted)) {
    await lockRow(state, place, lock, true);
    locks.add(lock);
  }
}

async function lockRow(
  state: AdapterState,
  place: Place,
  { plan, id }: Lock,
  isPatient: boolean,
): Promise<AnyRow | null> {
  const where = { id };
  const { key, values, matchesNothing } = readWhere(plan, where);
  if (matchesNothing) return null;
  const statement = state.statement(`${isPatient ? "lock" : "lock free"} ${plan.name} ${key}`, () =>
    lockStatement(state.dialect, plan, where, { isPatient }),
  );
  const { rows } = await place.run(statement, values);
  return rows[0] ? readRow(plan, rows[0]) : null;
}
