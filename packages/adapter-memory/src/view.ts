import { type Condition, matches } from "./condition.js";
import {
  copyTable,
  dropRow,
  type Index,
  keyFor,
  putRow,
  type Store,
  type Table,
  tableOf,
  writableTableOf,
} from "./store.js";
import type { Stored, StoredRow } from "./value.js";

/** The changes of a transaction in a table: new rows, and the ids of the committed rows hidden by them. */
interface Changes {
  readonly table: Table;
  readonly hidden: Set<string>;
}

/** The committed rows, overlaid with the changes of a transaction. Read-only without `changes`. */
export interface View {
  readonly store: Store;
  readonly changes: Map<string, Changes> | null;
}

type FindIds = (table: Table) => Iterable<string>;

export function rowById(view: View, model: string, id: Stored): StoredRow | null {
  if (typeof id !== "string") return null;
  const changes = view.changes?.get(model);
  const own = changes?.table.rows.get(id);
  if (own) return own;
  return changes?.hidden.has(id) ? null : (tableOf(view.store, model).rows.get(id) ?? null);
}

/** The rows matching the conditions, at most `limit`, by an index if an index fits. */
export function rowsWhere(
  view: View,
  model: string,
  conditions: readonly Condition[],
  limit = Number.POSITIVE_INFINITY,
): StoredRow[] {
  const found: StoredRow[] = [];
  for (const row of candidates(view, model, conditions)) {
    if (found.length >= limit) break;
    if (matches(row, conditions)) found.push(row);
  }
  return found;
}

/** Visible committed rows, then the rows of the transaction. */
function* candidates(view: View, model: string, conditions: readonly Condition[]): Generator<StoredRow> {
  const base = tableOf(view.store, model);
  const changes = view.changes?.get(model);
  const findIds = chooseIndex(base, conditions);
  for (const id of findIds(base)) {
    const row = base.rows.get(id);
    if (row && !changes?.hidden.has(id)) yield row;
  }
  if (!changes) return;
  for (const id of findIds(changes.table)) {
    const row = changes.table.rows.get(id);
    if (row) yield row;
  }
}

export const indexesOf = (view: View, model: string): Iterable<Index> => tableOf(view.store, model).indexes.values();

export function writeRow(view: View, model: string, id: string, row: StoredRow): void {
  const changes = changesOf(view, model);
  changes.hidden.add(id);
  putRow(changes.table, id, row);
}

export function eraseRow(view: View, model: string, id: string): void {
  const changes = changesOf(view, model);
  changes.hidden.add(id);
  dropRow(changes.table, id);
}

/** Makes the changes of a transaction visible in a single synchronous step. */
export function commit(view: View): void {
  for (const [model, changes] of view.changes ?? []) {
    const base = writableTableOf(view.store, model);
    for (const id of changes.hidden) if (!changes.table.rows.has(id)) dropRow(base, id);
    for (const [id, row] of changes.table.rows) putRow(base, id, row);
  }
}

/** Remembers the changes of a transaction; the answer restores them. */
export function savepoint({ changes }: View): () => void {
  const kept = new Map([...(changes ?? [])].map(([model, own]) => [model, copyOf(own)]));
  return () => {
    changes?.clear();
    for (const [model, own] of kept) changes?.set(model, own);
  };
}

const copyOf = ({ table, hidden }: Changes): Changes => ({ table: copyTable(table), hidden: new Set(hidden) });

function changesOf(view: View, model: string): Changes {
  if (!view.changes) throw new Error("A write needs a transaction.");
  const known = view.changes.get(model);
  if (known) return known;
  const indexes = new Map<string, Index>();
  for (const [name, index] of tableOf(view.store, model).indexes) indexes.set(name, { ...index, ids: new Map() });
  const changes: Changes = { table: { rows: new Map(), indexes }, hidden: new Set() };
  view.changes.set(model, changes);
  return changes;
}

/** Chooses the lookup: by id, by a unique index, by another index, or else by a full scan. */
function chooseIndex(table: Table, conditions: readonly Condition[]): FindIds {
  const listed = new Map<string, ReadonlySet<Stored>>();
  for (const condition of conditions) if (condition.operator === "in") listed.set(condition.column, condition.operands);

  const ids = listed.get("id");
  if (ids) return () => [...ids].filter((id) => typeof id === "string");

  let best: { index: Index; keys: readonly string[]; name: string } | null = null;
  for (const [name, index] of table.indexes) {
    if (best?.index.isUnique) break;
    const keys = keysFor(index, listed);
    if (keys && (!best || index.isUnique)) best = { index, keys, name };
  }
  if (!best) return ({ rows }) => rows.keys();
  const { keys, name } = best;
  return ({ rows, indexes }) => {
    const index = indexes.get(name);
    return index ? keys.flatMap((key) => [...(index.ids.get(key) ?? [])]) : rows.keys();
  };
}

/** The index keys for the conditions; null if a column of the index has no condition. */
function keysFor(index: Index, listed: ReadonlyMap<string, ReadonlySet<Stored>>): readonly string[] | null {
  let combinations: Stored[][] = [[]];
  for (const column of index.columns) {
    const operands = listed.get(column);
    if (!operands) return null;
    combinations = combinations.flatMap((values) => [...operands].map((operand) => [...values, operand]));
  }
  return combinations.map(keyFor);
}
