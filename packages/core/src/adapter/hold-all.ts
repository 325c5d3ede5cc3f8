import type { Table } from "../model/model.js";
import type { Held, Tx } from "./adapter.js";

/** Holds several rows of one model in ascending order of id, as everybody does: see `Tx.hold`. By their ids, but for those that are gone. */
export async function holdAll<M extends Table>(
  tx: Pick<Tx, "hold">,
  model: M,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, Held<M>>> {
  const held = new Map<string, Held<M>>();
  for (const id of [...new Set(ids)].sort()) {
    const row = await tx.hold(model, id);
    if (row) held.set(id, row);
  }
  return held;
}
