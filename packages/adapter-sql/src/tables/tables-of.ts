import { type ColumnFacts, type Schema, searchedColumns } from "@keyhold/core/adapter";
import type { Model } from "@keyhold/core/plugin";
import type { DialectName } from "../dialect/dialect.js";
import { dialects } from "../dialect/dialects.js";
import { areUuids, isIdColumn } from "./ids.js";
import { withLockVersions } from "./lock-version.js";
import { createNames, type Names } from "./names.js";
import type { TableOptions } from "./options.js";
import { inOrderOfReference } from "./order.js";
import { typeName } from "./types.js";

/** A column in the database. */
export interface ColumnDescription {
  /** The name in the database. */
  readonly name: string;
  /** The name in the model. */
  readonly property: string;
  /** The type in a new table, e.g. "timestamptz". */
  readonly type: string;
  readonly facts: ColumnFacts;
  /** Part of an index; MySQL then requires a maximum length. */
  readonly isIndexed: boolean;
  /** Whether the column has the type `uuid`. */
  readonly isUuid: boolean;
  /** The referenced column, with ON DELETE CASCADE. */
  readonly references: { readonly table: string; readonly column: string } | null;
}

/** An index, with the names of the columns in the database. */
export interface IndexDescription {
  readonly columns: readonly string[];
  readonly isUnique: boolean;
  /** For the search by prefix and its order; such an index has a single column. */
  readonly isSearch: boolean;
}

/** A table in the database. */
export interface TableDescription {
  /** The name in the database. */
  readonly name: string;
  /** The schema on PostgreSQL; null for the search path. */
  readonly schema: string | null;
  /** The name of the model. */
  readonly model: string;
  readonly columns: readonly ColumnDescription[];
  readonly indexes: readonly IndexDescription[];
}

/**
 * Describes the tables of the models, each after the referenced tables: for migrations, and for generators of a
 * schema in the language of another tool.
 *
 * @param given `auth.schema`, or `schemaOf(plugins)`
 * @example tablesOf(auth.schema, "postgres", { naming: { case: "snake" } })
 */
export function tablesOf(
  given: Schema,
  type: DialectName,
  { naming = {}, ids = "text", multiWriter = "auto" }: TableOptions = {},
): readonly TableDescription[] {
  const schema = multiWriter === true ? withLockVersions(given) : given;
  const names = createNames(schema, naming);
  const hasUuids = dialects[type].hasUuid && areUuids(ids);
  return inOrderOfReference(schema).map((model) => describeTable(schema, model, { type, names, hasUuids }));
}

interface Naming {
  readonly type: DialectName;
  readonly names: Names;
  readonly hasUuids: boolean;
}

function describeTable(schema: Schema, model: Model, { type, names, hasUuids }: Naming): TableDescription {
  const nameOf = (column: string): string => names.column(model.name, column);
  const indexes = describeIndexes(model);
  const columns = Object.entries(model.columns).map(([property, { facts }]): ColumnDescription => {
    const isIndexed = indexes.some((index) => index.columns.includes(property));
    const isUuid = hasUuids && isIdColumn(schema, model, property);
    const target = facts.references;
    return {
      name: nameOf(property),
      property,
      type: typeName(type, { property, facts, isIndexed, isUuid }),
      facts,
      isIndexed,
      isUuid,
      references: target === null ? null : { table: names.table(target), column: names.column(target, "id") },
    };
  });
  return {
    name: names.table(model.name),
    schema: names.schema,
    model: model.name,
    columns,
    indexes: indexes.map((index) => ({ ...index, columns: index.columns.map(nameOf) })),
  };
}

/** Unique indexes first: a plain index that is a prefix of another index is redundant. */
function describeIndexes(model: Model): IndexDescription[] {
  const columns = Object.entries(model.columns);
  const uniques = [...columns.filter(([, { facts }]) => facts.isUnique).map(([name]) => [name]), ...model.uniques];
  const lookups = [...model.indexes, ...columns.filter(([, { facts }]) => facts.isIndexed).map(([name]) => [name])];

  const indexes: IndexDescription[] = uniques.map((names) => ({ columns: names, isUnique: true, isSearch: false }));
  for (const names of lookups) {
    if (indexes.some((index) => beginsWith(index.columns, names))) continue;
    indexes.push({ columns: names, isUnique: false, isSearch: false });
  }
  return [...indexes, ...searchedColumns(model).map((name) => ({ columns: [name], isUnique: false, isSearch: true }))];
}

export const beginsWith = (columns: readonly string[], beginning: readonly string[]): boolean =>
  beginning.every((name, index) => columns[index] === name);
