import { completeRow } from "../model/codec.js";
import type { Model } from "../model/model.js";
import { fullModel, type Schema } from "../model/schema.js";
import type { Adapter, CounterBounds, ReadOptions, Tx } from "./adapter.js";
import { type Conflict, isConflict } from "./conflict.js";
import { insertEach } from "./insert-each.js";
import type {
  AnyFindOptions,
  AnyListOptions,
  AnyRow,
  AnyWhere,
  RowDatabase,
  RowStore,
  TransactionRowStore,
  UnderParent,
} from "./row-store.js";
import { insideShared } from "./shared-rows.js";
import { createTransactionRun, type Parent, type TransactionRun } from "./transaction-run.js";
import {
  checkCounter,
  checkGuarded,
  checkList,
  checkNewChild,
  checkNotEmpty,
  checkOneTime,
  checkRemoveSome,
  checkTable,
  readBounds,
  readPatch,
} from "./write-checks.js";

/**
 * Makes the adapter of a database: the rules of the port, once for all databases. A child is written under its locked
 * parent, in that parent only; a conflict or a failure ends a transaction, and no half of it is committed; states and
 * counters change by `transition` and `add` only; one-time rows are only consumed, and no other rows are; a removal has
 * a condition.
 *
 * @param schema the models of an auth, as `Database.connect` gets them
 * @param database runs the verbs
 * @example connect: (schema) => createAdapter(schema, openRows(schema))
 */
export function createAdapter(schema: Schema, database: RowDatabase): Adapter {
  const outside: Place = { verb: atOnce, parentOf: requireNoParent, lock: () => undefined };
  const run = <T>(work: (tx: Tx, store: TransactionRowStore, run: TransactionRun) => Promise<T>, first: First) =>
    database.transaction(async (store) => {
      const run = createTransactionRun();
      try {
        const answer = await work(asTx(schema, store, run), store, run);
        run.throwIfHalf();
        return answer;
      } finally {
        await run.close();
      }
    }, first);
  const own: OwnVerbs = {
    now: () => database.now(),
    transaction: (work) => run(async (tx) => work(tx), null),
    transactionOn: (parent, id, work) =>
      atOnce(() => {
        const model = fullModel(schema, parent);
        checkTable(model);
        return run(
          async (tx, store, state) => {
            const row = await lockThrough(schema, store, state)(parent, id);
            return row === null ? null : work(tx, asLocked(row));
          },
          { model, id },
        );
      }),
  };
  const adapter = asAdapter(checkedVerbs(schema, database, outside), own);
  const { shared } = database;
  if (!shared) return adapter;
  return {
    ...adapter,
    shared: (work) => shared((rows, tx) => insideShared(rows, (inner) => work(createAdapter(schema, inner), tx))),
  };
}

type First = { readonly model: Model; readonly id: string } | null;

/** Where a verb runs: outside or inside of a transaction. */
type Place = Pick<TransactionRun, "verb" | "parentOf" | "lock">;

/** A rejection, never a throw. Makes no further promise: every request runs `find`. */
function atOnce<T>(verb: () => Promise<T>): Promise<T> {
  try {
    return verb();
  } catch (error) {
    return Promise.reject(error);
  }
}

function requireNoParent({ name, parent }: Model): null {
  if (parent === null) return null;
  throw new Error(`A row of "${name}" can only be written in a transaction on its locked "${parent}".`);
}

/** The verbs without the port's types: the type checker cannot follow row types through a database. */
interface AnyVerbs {
  find(model: Model, where: AnyWhere, options?: AnyFindOptions): Promise<unknown>;
  list(model: Model, where: AnyWhere, options: AnyListOptions): Promise<unknown>;
  count(model: Model, where: AnyWhere, options?: ReadOptions): Promise<number>;
  exists(model: Model, where: AnyWhere): Promise<boolean>;
  insert(model: Model, row: AnyRow, parent?: Parent): Promise<unknown>;
  update(model: Model, id: string, patch: AnyRow, parent?: Parent): Promise<unknown>;
  transition(model: Model, id: string, column: string, from: unknown, to: unknown, parent?: Parent): Promise<unknown>;
  add(model: Model, id: string, column: string, by: number, bounds: CounterBounds, parent?: Parent): Promise<unknown>;
  consume(model: Model, where: AnyWhere): Promise<unknown>;
  remove(model: Model, where: AnyWhere, parent?: Parent): Promise<number>;
  removeSome(model: Model, where: AnyWhere, limit: number): Promise<number>;
}

const checkedVerbs = (schema: Schema, store: RowStore, place: Place): AnyVerbs => ({
  ...readingVerbs(schema, store, place),
  ...insertingVerbs(schema, store, place),
  ...changingVerbs(schema, store, place),
  ...removingVerbs(schema, store, place),
});

function readingVerbs(
  schema: Schema,
  store: RowStore,
  place: Place,
): Pick<AnyVerbs, "find" | "list" | "count" | "exists"> {
  const table = <T>(model: Model, verb: (full: Model) => Promise<T>): Promise<T> =>
    place.verb(() => {
      const full = fullModel(schema, model);
      checkTable(full);
      return verb(full);
    });
  return {
    find: (model, where, options) =>
      place.verb(() => {
        const full = fullModel(schema, model);
        if (!options?.with) return store.find(full, where);
        const other = fullModel(schema, options.with);
        checkTable(other);
        return store.find(full, where, { with: other });
      }),
    list: (model, where, options) =>
      table(model, (full) => {
        const other = options.with && fullModel(schema, options.with);
        const complete = other ? { ...options, with: other } : options;
        checkList(full, complete);
        return store.list(full, where, complete);
      }),
    count: (model, where, options) => table(model, (full) => store.count(full, where, options)),
    exists: (model, where) => table(model, (full) => store.exists(full, where)),
  };
}

/** Runs a write with the full model and, for a child, the locked parent. */
const write = <T>(
  schema: Schema,
  place: Place,
  { model, parent }: { readonly model: Model; readonly parent: Parent | undefined },
  verb: (full: Model, under: UnderParent | null) => Promise<T>,
): Promise<T> =>
  place.verb(() => {
    const full = fullModel(schema, model);
    return verb(full, place.parentOf(full, parent));
  });

function insertingVerbs(schema: Schema, store: RowStore, place: Place): Pick<AnyVerbs, "insert"> {
  return {
    insert: (model, given, parent) =>
      write(schema, place, { model, parent }, async (full, under) => {
        const row = completeRow(full, given);
        checkNewChild(full, row, under);
        const inserted = await store.insert(full, row);
        if (!isConflict(inserted)) place.lock(full, inserted.id);
        return inserted;
      }),
  };
}

function changingVerbs(schema: Schema, store: RowStore, place: Place): Pick<AnyVerbs, "update" | "transition" | "add"> {
  const change = <T>(
    model: Model,
    parent: Parent | undefined,
    verb: (full: Model, under: UnderParent | null) => Promise<T>,
  ): Promise<T> =>
    write(schema, place, { model, parent }, (full, under) => {
      checkTable(full);
      return verb(full, under);
    });
  return {
    update: (model, id, patch, parent) =>
      change(model, parent, (full, under) => store.update(full, id, readPatch(full, patch, under), under)),
    transition: (model, id, column, from, to, parent) =>
      change(model, parent, (full, under) => {
        checkGuarded(full, column);
        return store.transition(full, id, column, { from, to }, under);
      }),
    add: (model, id, column, by, bounds, parent) =>
      change(model, parent, (full, under) => {
        checkCounter(full, column, by);
        return store.add(full, id, column, { by, ...readBounds(bounds) }, under);
      }),
  };
}

function removingVerbs(
  schema: Schema,
  store: RowStore,
  place: Place,
): Pick<AnyVerbs, "consume" | "remove" | "removeSome"> {
  return {
    consume: (model, where) =>
      write(schema, place, { model, parent: undefined }, (full) => {
        checkOneTime(full);
        checkNotEmpty(full, where);
        return store.consume(full, where);
      }),
    remove: (model, where, parent) =>
      write(schema, place, { model, parent }, (full, under) => {
        checkNotEmpty(full, where);
        return store.remove(full, where, under);
      }),
    removeSome: (model, where, limit) =>
      place.verb(() => {
        const full = fullModel(schema, model);
        checkRemoveSome(full, where, limit);
        return store.removeSome(full, where, limit);
      }),
  };
}

function insertManyThrough(schema: Schema, store: TransactionRowStore, place: Place): InsertMany {
  const all = store.insertMany ?? ((model, rows) => insertEach(rows, (row) => store.insert(model, row)));
  return (model, given, parent) =>
    write(schema, place, { model, parent }, async (full, under) => {
      const rows = given.map((row) => completeRow(full, row));
      for (const row of rows) checkNewChild(full, row, under);
      const inserted = rows.length === 0 ? [] : await all(full, rows);
      if (!isConflict(inserted)) for (const { id } of inserted) place.lock(full, id);
      return inserted;
    });
}

type InsertMany = (model: Model, rows: readonly AnyRow[], parent?: Parent) => Promise<readonly AnyRow[] | Conflict>;

type Lock = (model: Model, id: string) => Promise<AnyRow | null>;

const lockThrough =
  (schema: Schema, store: TransactionRowStore, place: Place): Lock =>
  (model, id) =>
    place.verb(async () => {
      const full = fullModel(schema, model);
      checkTable(full);
      const row = await store.lock(full, id);
      if (row) place.lock(full, id);
      return row;
    });

type OwnVerbs = Pick<Adapter, "transaction" | "transactionOn" | "now">;

// The only casts to the port's types.
const asTx = (schema: Schema, store: TransactionRowStore, place: Place): Tx =>
  ({
    ...checkedVerbs(schema, store, place),
    insertMany: insertManyThrough(schema, store, place),
    lock: lockThrough(schema, store, place),
  }) as Tx;
const asAdapter = (verbs: AnyVerbs, own: OwnVerbs): Adapter => ({ ...verbs, ...own }) as Adapter;
const asLocked = (row: AnyRow): never => row as never;
