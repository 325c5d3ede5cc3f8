import type { RowStore, TransactionRowStore } from "@keyhold/core/adapter";
import type { AdapterState } from "./adapter-state.js";
import { insert, insertMany } from "./insert.js";
import { type Holder, lock } from "./lock.js";
import type { Place, Scope } from "./place.js";
import { count, exists, find, list } from "./read.js";
import { consume, remove, removeSome } from "./remove.js";
import { add, transition, update } from "./update.js";

/** The verbs as SQL, outside of transactions or in a transaction. */
export function createVerbs(state: AdapterState, place: Place): RowStore {
  const on = (model: { readonly name: string }): Scope => ({ state, place, table: state.table(model) });
  return {
    find: (model, where, options) => find(on(model), where, options),
    list: (model, where, options) => list(on(model), where, options),
    count: (model, where, options) => count(on(model), where, options),
    exists: (model, where) => exists(on(model), where),
    insert: (model, row) => insert(on(model), row),
    update: (model, id, changes, under) => update(on(model), { id, under }, changes),
    transition: (model, id, column, change, under) => transition(on(model), { id, under }, column, change),
    add: (model, id, column, change, under) => add(on(model), { id, under }, column, change),
    consume: (model, where) => consume(on(model), where),
    remove: (model, where, under) => remove(on(model), { where, under }),
    removeSome: (model, where, limit) => removeSome(on(model), where, limit),
  };
}

/** The verbs in a transaction, with the transaction's locks. */
export const verbsOf = (state: AdapterState, holder: Holder): TransactionRowStore => ({
  ...createVerbs(state, holder.place),
  insertMany: (model, rows) => insertMany({ state, place: holder.place, table: state.table(model) }, rows),
  lock: (model, id) => lock(state, holder, { table: state.table(model), id }),
});
