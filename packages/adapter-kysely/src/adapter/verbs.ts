import type { Adapter, CounterBounds, Held, Model, Tx } from "@keyhold/core";
import type { AnyRow } from "../shape/row.js";
import type { AnyWhere } from "../shape/where.js";
import { insert } from "./insert.js";
import type { Kit } from "./kit.js";
import type { Parent, Place } from "./place.js";
import { type AnyListOptions, count, exists, type FindOptions, find, list } from "./read.js";
import { remove, removeSome, take } from "./remove.js";
import { add, transition, update } from "./update.js";

/** The verbs without the port's types: rows come from models, which the type checker cannot follow through a database. */
export interface AnyVerbs {
  find(model: Model, where: AnyWhere, options?: FindOptions): Promise<unknown>;
  list(model: Model, where: AnyWhere, options: AnyListOptions): Promise<unknown>;
  count(model: Model, where: AnyWhere): Promise<number>;
  exists(model: Model, where: AnyWhere): Promise<boolean>;
  insert(model: Model, row: AnyRow, parent?: Parent): Promise<unknown>;
  update(model: Model, id: string, patch: AnyRow, parent?: Parent): Promise<unknown>;
  transition(model: Model, id: string, column: string, from: unknown, to: unknown, parent?: Parent): Promise<unknown>;
  add(model: Model, id: string, column: string, by: number, bounds: CounterBounds, parent?: Parent): Promise<unknown>;
  take(model: Model, where: AnyWhere): Promise<unknown>;
  remove(model: Model, where: AnyWhere, parent?: Parent): Promise<number>;
  removeSome(model: Model, where: AnyWhere, limit: number): Promise<number>;
}

/** The verb that a transaction has beside those. */
type AnyHold = (model: Model, id: string) => Promise<AnyRow | null>;

/** Runs a verb; a transaction ends with the first one that fails. */
export type Watch = <T>(verb: () => Promise<T>) => Promise<T>;

export function createVerbs(kit: Kit, place: Place, watch: Watch): AnyVerbs {
  return {
    find: (model, where, options) => watch(() => find(kit, place, model, where, options)),
    list: (model, where, options) => watch(() => list(kit, place, model, where, options)),
    count: (model, where) => watch(() => count(kit, place, model, where)),
    exists: (model, where) => watch(() => exists(kit, place, model, where)),
    insert: (model, row, parent) => watch(() => insert(kit, place, model, row, parent)),
    update: (model, id, patch, parent) => watch(() => update(kit, place, model, id, patch, parent)),
    transition: (model, id, column, from, to, parent) =>
      watch(() => transition(kit, place, model, id, column, from, to, parent)),
    add: (model, id, column, by, bounds, parent) => watch(() => add(kit, place, model, id, column, by, bounds, parent)),
    take: (model, where) => watch(() => take(kit, place, model, where)),
    remove: (model, where, parent) => watch(() => remove(kit, place, model, where, parent)),
    removeSome: (model, where, limit) => watch(() => removeSome(kit, place, model, where, limit)),
  };
}

/** The port's types are put on here, and nowhere else. */
export const asTx = (verbs: AnyVerbs, hold: AnyHold): Tx => ({ ...verbs, hold }) as Tx;
export const asAdapter = (verbs: AnyVerbs, own: Pick<Adapter, "atomically" | "within" | "now">): Adapter =>
  ({ ...verbs, ...own }) as Adapter;
export const asHeld = <M extends Model>(row: AnyRow): Held<M> => row as Held<Model> as Held<M>;
