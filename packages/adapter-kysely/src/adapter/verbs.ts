import type { Adapter, CounterBounds, Tx } from "@keyhold/core/adapter";
import type { Locked, Model } from "@keyhold/core/plugin";
import type { AnyRow } from "../statement/row.js";
import type { AnyWhere } from "../statement/where.js";
import type { AdapterState } from "./adapter-state.js";
import { insert } from "./insert.js";
import type { Parent, Place } from "./place.js";
import { type AnyListOptions, count, exists, type FindOptions, find, list } from "./read.js";
import { consume, remove, removeSome } from "./remove.js";
import { add, transition, update } from "./update.js";

/** The verbs without the port's types: the type checker cannot follow row types through a database. */
export interface AnyVerbs {
  find(model: Model, where: AnyWhere, options?: FindOptions): Promise<unknown>;
  list(model: Model, where: AnyWhere, options: AnyListOptions): Promise<unknown>;
  count(model: Model, where: AnyWhere): Promise<number>;
  exists(model: Model, where: AnyWhere): Promise<boolean>;
  insert(model: Model, row: AnyRow, parent?: Parent): Promise<unknown>;
  update(model: Model, id: string, patch: AnyRow, parent?: Parent): Promise<unknown>;
  transition(model: Model, id: string, column: string, from: unknown, to: unknown, parent?: Parent): Promise<unknown>;
  add(model: Model, id: string, column: string, by: number, bounds: CounterBounds, parent?: Parent): Promise<unknown>;
  consume(model: Model, where: AnyWhere): Promise<unknown>;
  remove(model: Model, where: AnyWhere, parent?: Parent): Promise<number>;
  removeSome(model: Model, where: AnyWhere, limit: number): Promise<number>;
}

/** The additional verb of a transaction. */
type AnyLock = (model: Model, id: string) => Promise<AnyRow | null>;

/** Runs a verb; a transaction ends at the first failure. */
export type Watch = <T>(verb: () => Promise<T>) => Promise<T>;

export function createVerbs(state: AdapterState, place: Place, watch: Watch): AnyVerbs {
  return {
    find: (model, where, options) => watch(() => find(state, place, model, where, options)),
    list: (model, where, options) => watch(() => list(state, place, model, where, options)),
    count: (model, where) => watch(() => count(state, place, model, where)),
    exists: (model, where) => watch(() => exists(state, place, model, where)),
    insert: (model, row, parent) => watch(() => insert(state, place, model, row, parent)),
    update: (model, id, patch, parent) => watch(() => update(state, place, model, id, patch, parent)),
    transition: (model, id, column, from, to, parent) =>
      watch(() => transition(state, place, model, id, column, from, to, parent)),
    add: (model, id, column, by, bounds, parent) =>
      watch(() => add(state, place, model, id, column, by, bounds, parent)),
    consume: (model, where) => watch(() => consume(state, place, model, where)),
    remove: (model, where, parent) => watch(() => remove(state, place, model, where, parent)),
    removeSome: (model, where, limit) => watch(() => removeSome(state, place, model, where, limit)),
  };
}

/** The only casts to the port's types. */
export const asTx = (verbs: AnyVerbs, lock: AnyLock): Tx => ({ ...verbs, lock }) as Tx;
export const asAdapter = (verbs: AnyVerbs, own: Pick<Adapter, "transaction" | "transactionOn" | "now">): Adapter =>
  ({ ...verbs, ...own }) as Adapter;
export const asLocked = <M extends Model>(row: AnyRow): Locked<M> => row as Locked<Model> as Locked<M>;
