import type { RowStore } from "@keyhold/core/adapter";
import { count, exists, find, list } from "./read.js";
import type { View } from "./view.js";
import { add, consume, insert, remove, removeSome, transition, update } from "./write.js";

/** Runs a step with a view. A step is synchronous: no other step runs between the reads and writes. */
export type Run = <T>(step: (view: View) => T) => Promise<T>;

/** The verbs that behave alike inside and outside of a transaction. */
export function verbsThrough(read: Run, write: Run): RowStore {
  return {
    find: (model, where, options) => read((view) => find(view, model, where, options)),
    list: (model, where, options) => read((view) => list(view, model, where, options)),
    count: (model, where) => read((view) => count(view, model, where)),
    exists: (model, where) => read((view) => exists(view, model, where)),
    insert: (model, row) => write((view) => insert(view, model, row)),
    update: (model, id, changes, under) => write((view) => update(view, model, id, changes, under)),
    transition: (model, id, column, change, under) =>
      write((view) => transition(view, model, id, column, change, under)),
    add: (model, id, column, change, under) => write((view) => add(view, model, id, column, change, under)),
    consume: (model, where) => write((view) => consume(view, model, where)),
    remove: (model, where, under) => write((view) => remove(view, model, where, under)),
    removeSome: (model, where, limit) => write((view) => removeSome(view, model, where, limit)),
  };
}
