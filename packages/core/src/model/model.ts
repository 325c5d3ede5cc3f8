import type { ColumnMap, Flag } from "./column.js";

/** How rows of a model may be written; see `Verbs` for the verbs of each use. */
export type ModelUse = "table" | `child of ${string}` | "one-time";

/** A table and its columns, declared once for types, adapters, migrations and forms. */
export interface Model<
  Name extends string = string,
  Columns extends ColumnMap = ColumnMap,
  U extends ModelUse = ModelUse,
  Together extends string = string,
> {
  readonly name: Name;
  readonly columns: Columns;
  readonly use: U;
  /** For a child: the column with the parent's id. */
  readonly parentColumn: string | null;
  /** For a child: the name of the parent model. */
  readonly parent: string | null;
  /** Columns that are unique together. */
  readonly uniques: readonly (readonly Together[])[];
  /** Lists of columns, each list with a common index. */
  readonly indexes: readonly (readonly string[])[];
  /** Text columns for `startsWith`, each with a separate index. */
  readonly searched: readonly string[];
}

/** A model with rows that can be changed. */
export type Table = Model<string, ColumnMap, "table" | `child of ${string}`>;
/** A model with rows that are consumed once. */
export type OneTime = Model<string, ColumnMap, "one-time">;
/** A model with rows that are removed without a locked parent. */
export type Removable = Model<string, ColumnMap, "table" | "one-time">;

/** A row of a model. */
export type Row<M extends Model> = { [K in keyof M["columns"]]: M["columns"][K]["$"]["type"] };

/** The names of a model's columns with a flag. */
export type Flagged<M extends Model, F extends Flag> = {
  [K in keyof M["columns"]]: F extends M["columns"][K]["$"]["flag"] ? K : never;
}[keyof M["columns"]];

/** The columns in unique indexes; "id" if `id` has no default: the caller chooses the id. */
export type Unique<M extends Model> =
  | Flagged<M, "unique">
  | M["uniques"][number][number]
  | ("id" extends Flagged<M, "default"> ? never : "id");

/** The values of a new row; a column with a default may be omitted. */
export type Insert<M extends Model> = Omit<Row<M>, Flagged<M, "default">> &
  Partial<Pick<Row<M>, Flagged<M, "default">>>;

/** The columns that `update` may change: never the id, a state or a counter. */
export type Patch<M extends Model> = Partial<Omit<Row<M>, "id" | Flagged<M, "guarded">>>;

/** The columns of a response: never a secret column. */
export type Public<M extends Model> = Omit<Row<M>, Flagged<M, "secret">>;

export interface ModelKeys<Columns extends ColumnMap, Together extends string = never> {
  readonly uniques?: readonly (readonly Together[])[];
  readonly indexes?: readonly (readonly (keyof Columns & string)[])[];
  /** Text columns for `startsWith`. */
  readonly searched?: readonly (keyof Columns & string)[];
}

/** Defines a table. The rows are written without a lock on a parent. */
export function defineModel<
  const Name extends string,
  Columns extends ColumnMap,
  Together extends keyof Columns & string = never,
>(
  name: Name,
  columns: Columns,
  { uniques = [], indexes = [], searched = [] }: ModelKeys<Columns, Together> = {},
): Model<Name, Columns, "table", Together> {
  return { name, columns, use: "table", parent: null, parentColumn: null, uniques, indexes, searched };
}

/**
 * Defines a child table. The rows are written only while their parent is locked, so that limits on their number hold.
 */
export function defineChild<
  const Name extends string,
  ParentName extends string,
  Columns extends ColumnMap,
  Together extends keyof Columns & string = never,
>(
  name: Name,
  parent: Model<ParentName, ColumnMap, ModelUse>,
  columns: Columns,
  { uniques = [], indexes = [], searched = [] }: ModelKeys<Columns, Together> = {},
): Model<Name, Columns, `child of ${ParentName}`, Together> {
  const parentColumn = Object.keys(columns).find((key) => columns[key]?.facts.references === parent.name);
  if (!parentColumn) throw new Error(`Model "${name}" is a child of "${parent.name}" but no column references it.`);
  const use = `child of ${parent.name}` as const;
  return { name, columns, use, parent: parent.name, parentColumn, uniques, indexes, searched };
}

/**
 * Defines a table of one-time rows: `insert` and `consume`, `find` to read without consuming, `remove` after expiry.
 */
export function defineOneTime<const Name extends string, Columns extends ColumnMap>(
  name: Name,
  columns: Columns,
): Model<Name, Columns, "one-time", never> {
  return { name, columns, use: "one-time", parent: null, parentColumn: null, uniques: [], indexes: [], searched: [] };
}

/** The columns that `startsWith` searches, each once; throws if any of these is not a text column. */
export function searchedColumns({ name, columns, searched }: Model): readonly string[] {
  for (const column of searched) {
    const kind = Object.hasOwn(columns, column) ? columns[column]?.facts.kind : undefined;
    if (kind !== "text") throw new Error(`"${name}.${column}" is searched, but is not a text column.`);
  }
  return [...new Set(searched)];
}

/** A table with the columns that a plugin adds. */
export function withColumns<
  Name extends string,
  Base extends ColumnMap,
  Added extends ColumnMap,
  U extends ModelUse,
  Together extends string,
>(model: Model<Name, Base, U, Together>, columns: Added): Model<Name, Base & Added, U, Together> {
  return { ...model, columns: { ...model.columns, ...columns } };
}
