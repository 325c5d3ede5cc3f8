import type { Primitive, Schema } from "@keyhold/core/adapter";
import type { DialectName } from "../dialect/dialect.js";
import type { TableOptions } from "../tables/options.js";
import { type ColumnDescription, type IndexDescription, type TableDescription, tablesOf } from "../tables/tables-of.js";
import { constantOf, freeName, missingIndexes } from "./compare.js";

/** A table for a generator of schema files. */
export interface GeneratedTable extends TableDescription {
  readonly columns: readonly GeneratedColumn[];
  readonly indexes: readonly GeneratedIndex[];
}

/** A column with a default. */
export interface GeneratedColumn extends ColumnDescription {
  /** The constant default of a required column; null without a constant default. */
  readonly defaultValue: Primitive;
}

/** An index with the name in a new database. */
export interface GeneratedIndex extends IndexDescription {
  readonly name: string;
}

/** The tables as a migration of an empty database makes them, with defaults and names of indexes. */
export function generatedTables(
  schema: Schema,
  type: DialectName,
  options: TableOptions = {},
): readonly GeneratedTable[] {
  const taken = new Set<string>();
  return tablesOf(schema, type, options).map((table) => ({
    ...table,
    columns: table.columns.map((column) => ({ ...column, defaultValue: constantOf(column.facts) })),
    indexes: missingIndexes(table, null, type).map((index) => ({
      ...index,
      name: freeName(type, table.name, index, taken),
    })),
  }));
}
