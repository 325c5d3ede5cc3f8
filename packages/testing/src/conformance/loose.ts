import type { Adapter, Tx } from "@keyhold/core/adapter";
import type { Model } from "@keyhold/core/plugin";

/** The verbs for a caller without a type checker. */
export interface LooseVerbs {
  find(model: Model, where: object, options?: object): Promise<unknown>;
  list(model: Model, where: object, options: object): Promise<readonly unknown[]>;
  count(model: Model, where: object): Promise<number>;
  exists(model: Model, where: object): Promise<boolean>;
  insert(model: Model, row: object, parent?: object): Promise<unknown>;
  update(model: Model, id: string, patch: object, parent?: object): Promise<unknown>;
  transition(model: Model, id: string, column: string, from: unknown, to: unknown, parent?: object): Promise<unknown>;
  add(model: Model, id: string, column: string, by: number, bounds: object, parent?: object): Promise<unknown>;
  consume(model: Model, where: object): Promise<unknown>;
  remove(model: Model, where: object, parent?: object): Promise<number>;
  removeSome(model: Model, where: object, limit: number): Promise<number>;
}

interface LooseTx extends LooseVerbs {
  lock(model: Model, id: string): Promise<unknown>;
  insertMany?(model: Model, rows: readonly object[], parent?: object): Promise<unknown>;
}

/** For tests of calls that the types forbid: the adapter must reject them. */
export const loose = <V extends Adapter | Tx>(verbs: V): V extends Tx ? LooseTx : LooseVerbs =>
  verbs as object as V extends Tx ? LooseTx : LooseVerbs;
