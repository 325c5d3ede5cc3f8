import type { RowStore, TransactionRowStore } from "@keyhold/core/adapter";
import type { AdapterState } from "./adapter-state.js";
import { insert, insertMany } from "./insert.js";
import { type Holder, lock } from "./lock.js";
import type { Place } from "./place.js";
import { count, exists, find, list } from "./read.js";
import { consume, remove, removeSome } from "./remove.js";
import { add, transition, update } from "./update.js";

/** The verbs as SQL, outside of transactions or in one. */
export function createVerbs(state: AdapterState, place: Place): RowStore {
  return {
    find: (model, where, options) => find(state, place, model, where, options),
    list: (model, where, options) => list(state, place, model, where, options),
    count: (model, where, options) => count(state, place, model, where, options),
    exists: (model, where) => exists(state, place, model, where),
    insert: (model, row) => insert(state, place, model, row),
    update: (model, id, changes, under) => update(state, place, model, id, changes, under),
    transition: (model, id, column, change, under) => transition(state, place, model, id, column, change, under),
    add: (model, id, column, change, under) => add(state, place, model, id, column, change, under),
    consume: (model, where) => consume(state, place, model, where),
    remove: (model, where, under) => remove(state, place, model, where, under),
    removeSome: (model, where, limit) => removeSome(state, place, model, where, limit),
  };
}

/** The same in a transaction, with its locks. */
export const verbsOf = (state: AdapterState, holder: Holder): TransactionRowStore => ({
  ...createVerbs(state, holder.place),
  insertMany: (model, rows) => insertMany(state, holder.place, model, rows),
  lock: (model, id) => lock(state, holder, model, id),
});
