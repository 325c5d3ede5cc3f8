import { type Schema, searchedColumns } from "@keyhold/core/adapter";
import type { Model } from "@keyhold/core/plugin";
import type { Stored, StoredRow } from "./value.js";

export interface Index {
  readonly columns: readonly string[];
  readonly isUnique: boolean;
  /** Ids of the rows by the key of their values. */
  readonly ids: Map<string, Set<string>>;
}

export interface Table {
  readonly rows: Map<string, StoredRow>;
  readonly indexes: Map<string, Index>;
}

/** A column with ids of another model. */
export interface Reference {
  readonly model: string;
  readonly column: string;
}

export interface Store {
  readonly tables: Map<string, Table>;
  /** Tables of a snapshot. Each table is copied before the first write. */
  readonly shared: Set<Table>;
  /** The schemas of the connected adapters. */
  readonly schemas: Set<Schema>;
  /** Columns that reference a model, by the model's name. */
  readonly references: Map<string, Map<string, Reference>>;
  /** Columns cleared when a row of a model is removed, by that model's name. */
  readonly clearings: Map<string, Map<string, Reference>>;
}

export const createStore = (): Store => ({
  tables: new Map(),
  shared: new Set(),
  schemas: new Set(),
  references: new Map(),
  clearings: new Map(),
});

/** Creates the tables and indexes of a schema. Existing rows and indexes stay. */
export function prepare(store: Store, schema: Schema): void {
  for (const model of schema.models.values()) {
    if (!Object.hasOwn(model.columns, "id")) throw new Error(`Model "${model.name}" has no column "id".`);
    searchedColumns(model);
    if (!store.tables.has(model.name)) store.tables.set(model.name, { rows: new Map(), indexes: new Map() });
    for (const index of indexesOf(model)) addIndex(store, model.name, index);
    for (const [column, { facts }] of Object.entries(model.columns)) {
      const reference = { model: model.name, column };
      if (facts.references) addReference(store.references, schema, facts.references, reference);
      if (facts.clearedWith) addClearing(store.clearings, schema, facts.clearedWith, reference);
    }
  }
  store.schemas.add(schema);
}

/** The table of a model, for reads. */
export function tableOf(store: Store, model: string): Table {
  const table = store.tables.get(model);
  if (!table) throw new Error(`There is no table "${model}".`);
  return table;
}

/** The table of a model, for writes: a copy if the table belongs to a snapshot. */
export function writableTableOf(store: Store, model: string): Table {
  const table = tableOf(store, model);
  if (!store.shared.delete(table)) return table;
  const own = copyTable(table);
  store.tables.set(model, own);
  return own;
}

export function copyTable({ rows, indexes }: Table): Table {
  const copied = new Map<string, Index>();
  for (const [name, index] of indexes) {
    const ids = new Map([...index.ids].map(([key, found]) => [key, new Set(found)]));
    copied.set(name, { ...index, ids });
  }
  return { rows: new Map(rows), indexes: copied };
}

function addReference(all: Store["references"], schema: Schema, target: string, reference: Reference): void {
  const { model, column } = reference;
  if (!schema.models.has(target)) throw new Error(`"${model}.${column}" references "${target}", which is not a model.`);
  addTo(all, target, reference);
}

/** A target of one-time rows is invalid: their removal checks no other rows. */
function addClearing(all: Store["clearings"], { models }: Schema, target: string, reference: Reference): void {
  const { use = "one-time" } = models.get(target) ?? {};
  if (use === "one-time") {
    throw new Error(`"${reference.model}.${reference.column}" is cleared with "${target}", which is not a table.`);
  }
  addTo(all, target, reference);
}

function addTo(all: Map<string, Map<string, Reference>>, target: string, reference: Reference): void {
  const references = all.get(target) ?? new Map<string, Reference>();
  all.set(target, references.set(`${reference.model}.${reference.column}`, reference));
}

type Indexed = Pick<Index, "columns" | "isUnique">;

function indexesOf(model: Model): Indexed[] {
  const single = Object.entries(model.columns)
    .filter(([, { facts }]) => facts.isUnique || facts.isIndexed)
    .map(([name, { facts }]) => ({ columns: [name], isUnique: facts.isUnique }));
  const unique = model.uniques.map((columns) => ({ columns, isUnique: true }));
  const plain = model.indexes.map((columns) => ({ columns, isUnique: false }));
  return [...single, ...unique, ...plain];
}

function addIndex(store: Store, model: string, { columns, isUnique }: Indexed): void {
  const name = columns.join();
  const known = tableOf(store, model).indexes.get(name);
  if (known && (known.isUnique || !isUnique)) return;
  const table = writableTableOf(store, model);
  const index: Index = { columns, isUnique, ids: new Map() };
  for (const [id, row] of table.rows) {
    if (isUnique && clashes(index, row)) throw new Error(`Rows of "${model}" are not unique by ${name}.`);
    fileUnder(index, keyOf(index, row), id);
  }
  table.indexes.set(name, index);
}

const clashes = (index: Index, row: StoredRow): boolean => isComplete(index, row) && index.ids.has(keyOf(index, row));

/** As in SQL, a row with a null in any of the columns violates no unique index. */
export const isComplete = (index: Index, row: StoredRow): boolean =>
  index.columns.every((column) => (row[column] ?? null) !== null);

export const keyOf = (index: Index, row: StoredRow): string => keyFor(index.columns.map((name) => row[name] ?? null));

export const keyFor = (values: readonly Stored[]): string => JSON.stringify(values);

function fileUnder(index: Index, key: string, id: string): void {
  const ids = index.ids.get(key);
  if (ids) ids.add(id);
  else index.ids.set(key, new Set([id]));
}

/** Inserts a row, or replaces the row with the same id. */
export function putRow(table: Table, id: string, row: StoredRow): void {
  dropRow(table, id);
  table.rows.set(id, row);
  for (const index of table.indexes.values()) fileUnder(index, keyOf(index, row), id);
}

export function dropRow(table: Table, id: string): void {
  const row = table.rows.get(id);
  if (!row) return;
  table.rows.delete(id);
  for (const index of table.indexes.values()) {
    const key = keyOf(index, row);
    const ids = index.ids.get(key);
    ids?.delete(id);
    if (ids?.size === 0) index.ids.delete(key);
  }
}
