import type { AnyRow } from "@keyhold/core/adapter";
import type { Connection } from "../driver/driver.js";
import type { Pass } from "../driver/row-gate.js";
import { lockQuery } from "../statement/read.js";
import { readRow } from "../statement/row.js";
import { writeLockedQuery } from "../statement/write.js";
import type { AdapterState } from "./adapter-state.js";
import type { OutOfTurn } from "./fault.js";
import { inOrder, keyOf, type Lock, type Locks, type Wanted } from "./locks.js";
import type { Place } from "./place.js";
import { find } from "./read.js";

/** The scope of a row lock: a run of a transaction. */
export interface Holder {
  readonly place: Place;
  readonly connection: Connection;
  readonly locks: Locks;
  readonly pass: Pass;
  /** Makes the error that ends this run; the next run locks all wanted rows in order. */
  outOfTurn(): OutOfTurn;
}

/**
 * `SELECT … WHERE id = ? FOR UPDATE`: a count of children afterwards sees all of them, and no other transaction writes
 * children until the end.
 * A lock out of the common order does not wait (`SKIP LOCKED`), because PostgreSQL detects a deadlock only after a
 * second. The work runs again instead, with all rows locked in order.
 * The work also runs again if the row's share of the pool is in use: waiting inside a transaction would keep a
 * connection.
 */
export async function lock(state: AdapterState, holder: Holder, lock: Lock): Promise<AnyRow | null> {
  const { place, locks, pass, outOfTurn } = holder;
  const { table, id } = lock;
  const isPatient = locks.mayWaitFor(lock);
  if (!pass.add(keyOf(lock))) throw outOfTurn();
  const row = await lockRow(holder, lock, isPatient);
  if (row) {
    await writeLocked(state, holder, lock);
    locks.add(lock);
  } else if (!isPatient && (await find({ state, place, table }, { id }))) {
    throw outOfTurn();
  }
  return row;
}

/**
 * Locks the rows requested by an earlier run before the work begins again. The work must still request
 * each lock.
 */
export async function lockInOrder(state: AdapterState, holder: Holder, wanted: Wanted): Promise<void> {
  for (const lock of inOrder(wanted)) {
    if (await lockRow(holder, lock, true)) await writeLocked(state, holder, lock);
    holder.locks.add(lock);
  }
}

async function lockRow({ place }: Holder, { table, id }: Lock, isPatient: boolean): Promise<AnyRow | null> {
  const query = lockQuery(table, { where: { id } }, { isPatient });
  const [cells] = query ? (await place.run(query)).rows : [];
  return cells ? readRow(table.plan, cells) : null;
}

/**
 * `UPDATE … SET lockVersion = lockVersion + 1 WHERE id = ?`, once per lock: where a lock is local to a server, two
 * transactions that locked the row then do not both commit.
 */
async function writeLocked(state: AdapterState, { place, connection, locks }: Holder, lock: Lock): Promise<void> {
  if (locks.has(lock)) return;
  const isOn = state.multiWriter.isOn(connection);
  if (!(isOn instanceof Promise ? await isOn : isOn)) return;
  const query = writeLockedQuery(lock.table, { id: lock.id });
  if (query) await place.run(query);
}
