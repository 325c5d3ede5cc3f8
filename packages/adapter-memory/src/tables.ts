import { createStore, prepare, type Store, type Table } from "./store.js";

/** The tables of a store at a moment. */
export type Tables = ReadonlyMap<string, Table>;

/** Returns the tables of this moment. The store copies a table before the next write. */
export function shareTables(store: Store): Tables {
  for (const table of store.tables.values()) store.shared.add(table);
  return new Map(store.tables);
}

/** Replaces the tables of a store. Tables and indexes that were added since then exist afterwards, too. */
export function replaceTables(store: Store, tables: Tables): void {
  store.tables.clear();
  store.shared.clear();
  for (const [model, table] of tables) {
    store.tables.set(model, table);
    store.shared.add(table);
  }
  for (const schema of store.schemas) prepare(store, schema);
}

/** A new store with these tables, and the references of the other store. */
export function forkStore({ schemas }: Store, tables: Tables): Store {
  const store = createStore();
  for (const schema of schemas) store.schemas.add(schema);
  replaceTables(store, tables);
  return store;
}
