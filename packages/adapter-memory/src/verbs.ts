import type { CounterBounds } from "@keyhold/core/adapter";
import type { Model } from "@keyhold/core/plugin";
import { count, exists, type FindOptions, find, type ListOptions, list } from "./read.js";
import type { Parent, Scope } from "./scope.js";
import { add, consume, insert, remove, removeSome, transition, update } from "./write.js";

/** Runs a step with its scope. A step is synchronous: no other step runs between its reads and writes. */
export type Run = <T>(step: (scope: Scope) => T) => Promise<T>;

/** The verbs with the same behaviour inside and outside of a transaction, without the port's types. */
export interface UntypedVerbs {
  find(model: Model, where: object, options?: FindOptions): Promise<unknown>;
  list(model: Model, where: object, options: ListOptions): Promise<unknown>;
  count(model: Model, where: object): Promise<number>;
  exists(model: Model, where: object): Promise<boolean>;
  insert(model: Model, row: object, parent?: Parent): Promise<unknown>;
  update(model: Model, id: string, patch: object, parent?: Parent): Promise<unknown>;
  transition(model: Model, id: string, column: string, from: unknown, to: unknown, parent?: Parent): Promise<unknown>;
  add(model: Model, id: string, column: string, by: number, bounds: CounterBounds, parent?: Parent): Promise<unknown>;
  consume(model: Model, where: object): Promise<unknown>;
  remove(model: Model, where: object, parent?: Parent): Promise<number>;
  removeSome(model: Model, where: object, limit: number): Promise<number>;
}

export function verbsThrough(read: Run, write: Run): UntypedVerbs {
  return {
    find: (model, where, options) => read((scope) => find(scope, model, where, options)),
    list: (model, where, options) => read((scope) => list(scope, model, where, options)),
    count: (model, where) => read((scope) => count(scope, model, where)),
    exists: (model, where) => read((scope) => exists(scope, model, where)),
    insert: (model, row, parent) => write((scope) => insert(scope, model, row, parent)),
    update: (model, id, patch, parent) => write((scope) => update(scope, model, id, patch, parent)),
    transition: (model, id, column, from, to, parent) =>
      write((scope) => transition(scope, model, id, column, from, to, parent)),
    add: (model, id, column, by, bounds, parent) => write((scope) => add(scope, model, id, column, by, bounds, parent)),
    consume: (model, where) => write((scope) => consume(scope, model, where)),
    remove: (model, where, parent) => write((scope) => remove(scope, model, where, parent)),
    removeSome: (model, where, limit) => write((scope) => removeSome(scope, model, where, limit)),
  };
}
