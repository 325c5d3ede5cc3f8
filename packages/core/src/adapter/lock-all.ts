import type { Table } from "../model/model.js";
import type { Locked, Tx } from "./adapter.js";

/**
 * Locks several rows of a model in ascending order of id, the common order: see `Tx.lock`. Answers with the rows by id,
 * without removed rows.
 */
export async function lockAll<M extends Table>(
  tx: Pick<Tx, "lock">,
  model: M,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, Locked<M>>> {
  const locked = new Map<string, Locked<M>>();
  for (const id of [...new Set(ids)].sort()) {
    const row = await tx.lock(model, id);
    if (row) locked.set(id, row);
  }
  return locked;
}
