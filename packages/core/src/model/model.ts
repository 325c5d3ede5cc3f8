import type { ColumnMap, Flag } from "./column.js";

/** How rows of a model may be written; see `Verbs` for what each use allows. */
export type ModelUse = "table" | `child of ${string}` | "one-time";

/** A table: its columns said once, for types, adapters, migrations and forms alike. */
export interface Model<
  Name extends string = string,
  Columns extends ColumnMap = ColumnMap,
  U extends ModelUse = ModelUse,
> {
  readonly name: Name;
  readonly columns: Columns;
  readonly use: U;
  /** The column that holds the parent's id, for a child. */
  readonly parentColumn: string | null;
  /** Name of the parent model, for a child. */
  readonly parent: string | null;
  /** Columns that are unique together. */
  readonly uniques: readonly (readonly string[])[];
  /** Columns that are looked up together. */
  readonly indexes: readonly (readonly string[])[];
  /** Text columns that `startsWith` looks up, each by an index of its own. */
  readonly searched: readonly string[];
}

export type Table = Model<string, ColumnMap, "table" | `child of ${string}`>;
export type OneTime = Model<string, ColumnMap, "one-time">;
/** What is removed without a locked parent. */
export type Removable = Model<string, ColumnMap, "table" | "one-time">;

export type Row<M extends Model> = { [K in keyof M["columns"]]: M["columns"][K]["$"]["type"] };

/** The names of a model's columns that carry a flag. */
export type Flagged<M extends Model, F extends Flag> = {
  [K in keyof M["columns"]]: F extends M["columns"][K]["$"]["flag"] ? K : never;
}[keyof M["columns"]];

/** What a new row needs; a column with a default may stay away. */
export type Insert<M extends Model> = Omit<Row<M>, Flagged<M, "default">> &
  Partial<Pick<Row<M>, Flagged<M, "default">>>;

/** What `update` may change: never the id, a state or a counter. */
export type Patch<M extends Model> = Partial<Omit<Row<M>, "id" | Flagged<M, "guarded">>>;

/** What an answer may carry: never a secret column. */
export type Public<M extends Model> = Omit<Row<M>, Flagged<M, "secret">>;

export interface ModelKeys<Columns extends ColumnMap> {
  readonly uniques?: readonly (readonly (keyof Columns & string)[])[];
  readonly indexes?: readonly (readonly (keyof Columns & string)[])[];
  /** Text columns that `startsWith` looks up. */
  readonly searched?: readonly (keyof Columns & string)[];
}

/** A table whose rows anyone may write. */
export function defineModel<const Name extends string, Columns extends ColumnMap>(
  name: Name,
  columns: Columns,
  { uniques = [], indexes = [], searched = [] }: ModelKeys<Columns> = {},
): Model<Name, Columns, "table"> {
  return { name, columns, use: "table", parent: null, parentColumn: null, uniques, indexes, searched };
}

/** A table whose rows are written only while their parent is held, so that rules that count them hold. */
export function defineChild<const Name extends string, ParentName extends string, Columns extends ColumnMap>(
  name: Name,
  parent: Model<ParentName, ColumnMap, ModelUse>,
  columns: Columns,
  { uniques = [], indexes = [], searched = [] }: ModelKeys<Columns> = {},
): Model<Name, Columns, `child of ${ParentName}`> {
  const parentColumn = Object.keys(columns).find((key) => columns[key]?.facts.references === parent.name);
  if (!parentColumn) throw new Error(`Model "${name}" is a child of "${parent.name}" but no column references it.`);
  const use = `child of ${parent.name}` as const;
  return { name, columns, use, parent: parent.name, parentColumn, uniques, indexes, searched };
}

/** A table whose rows are used once: `insert` and `take`, `find` to look without using one up, `remove` when their time is over. */
export function defineOneTime<const Name extends string, Columns extends ColumnMap>(
  name: Name,
  columns: Columns,
): Model<Name, Columns, "one-time"> {
  return { name, columns, use: "one-time", parent: null, parentColumn: null, uniques: [], indexes: [], searched: [] };
}

/** The columns that `startsWith` looks up, each once; refuses one that holds no text. */
export function searchedColumns({ name, columns, searched }: Model): readonly string[] {
  for (const column of searched) {
    const kind = Object.hasOwn(columns, column) ? columns[column]?.facts.kind : undefined;
    if (kind !== "text") throw new Error(`"${name}.${column}" is searched, but is no column that holds text.`);
  }
  return [...new Set(searched)];
}

/** The same table seen with the columns that a plugin adds to it. */
export function withColumns<Name extends string, Base extends ColumnMap, Added extends ColumnMap, U extends ModelUse>(
  model: Model<Name, Base, U>,
  columns: Added,
): Model<Name, Base & Added, U> {
  return { ...model, columns: { ...model.columns, ...columns } };
}
