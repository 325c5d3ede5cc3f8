import type { ColumnFacts, Flag } from "@keyhold/core/adapter";
import type { Column, Model } from "@keyhold/core/plugin";

/** A stored value. All types are immutable, so a stored value needs no copy. */
export type Stored = string | number | boolean | null;
export type StoredRow = Readonly<Record<string, Stored>>;

/** The facts of a column; throws if the model has no such column. */
export function columnFacts(model: Model, name: string): ColumnFacts {
  const column: Column<unknown, Flag> | undefined = Object.hasOwn(model.columns, name)
    ? model.columns[name]
    : undefined;
  if (!column) throw new Error(`Model "${model.name}" has no column "${name}".`);
  return column.facts;
}

/** The stored form of a value. Throws for a value of another type than the column's, as a strict database would. */
export function encode(model: Model, name: string, value: unknown): Stored {
  const { kind } = columnFacts(model, name);
  if (value === null) return null;
  if (kind === "json") return encodeJson(model, name, value);
  if (kind === "date" && value instanceof Date && !Number.isNaN(value.getTime())) return value.getTime();
  if (kind === "text" && typeof value === "string") return value;
  if (kind === "boolean" && typeof value === "boolean") return value;
  if (kind === "integer" && typeof value === "number" && Number.isSafeInteger(value)) return value;
  throw new Error(`The column "${model.name}.${name}" takes a value of kind ${kind}.`);
}

function encodeJson(model: Model, name: string, value: unknown): string {
  const json: string | undefined = JSON.stringify(value);
  if (json === undefined) throw new Error(`The column "${model.name}.${name}" takes a JSON value.`);
  return json;
}

/** The model with these columns only, for `decodeRow`; by default with all. */
export const partOf = (model: Model, names: readonly string[] | undefined): Readable =>
  names ? { columns: Object.fromEntries(names.map((name) => [name, { facts: columnFacts(model, name) }])) } : model;

/** The model fields that `decodeRow` needs. */
export interface Readable {
  readonly columns: Readonly<Record<string, { readonly facts: ColumnFacts }>>;
}

/** The row as returned to a caller: new objects each time, and only the columns of `model`. */
export function decodeRow(model: Readable, row: StoredRow): Record<string, unknown> {
  const decoded: Record<string, unknown> = {};
  for (const [name, { facts }] of Object.entries(model.columns)) decoded[name] = decode(facts, row[name] ?? null);
  return decoded;
}

function decode({ kind }: ColumnFacts, stored: Stored): unknown {
  if (stored === null) return null;
  if (kind === "date") return new Date(Number(stored));
  if (kind === "json") return JSON.parse(String(stored));
  return stored;
}

/** Negative, zero or positive; null sorts before every value. */
export function compare(left: Stored, right: Stored): number {
  if (left === right) return 0;
  if (left === null) return -1;
  if (right === null) return 1;
  return left < right ? -1 : 1;
}
