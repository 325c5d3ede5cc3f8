import type { Schema } from "@keyhold/core/adapter";
import type { DialectName } from "../dialect/dialect.js";
import type { IdOption } from "./ids.js";
import type { NamingOptions, TableNaming } from "./names.js";
import { type ColumnDescription, type TableDescription, tablesOf } from "./tables-of.js";
import { isFitting, maxOf, maxOfNumber, wordsOfRoom } from "./types.js";

/** A column of an app's own table, as the app's database layer declares it. */
export interface AppColumn {
  /** The name in the database. */
  readonly name: string;
  /** The type in SQL, e.g. "varchar(255)". */
  readonly type: string;
  readonly isNullable: boolean;
  /** The values of an enum. Default: the type is no enum. */
  readonly values?: readonly string[];
}

/** An app's own table, as the app's database layer declares it. */
export interface AppTable {
  /** The name in the database. */
  readonly name: string;
  /** The schema on PostgreSQL; null for the search path. */
  readonly schema: string | null;
  /** By the names of the model's columns. */
  readonly columns: ReadonlyMap<string, AppColumn>;
  /** The names of columns that are in no model, and that an INSERT must name. */
  readonly required: readonly string[];
  /** The sets of columns whose values are unique together, by their names in the database. */
  readonly uniques: readonly (readonly string[])[];
}

/** The tables of an app by the names of the models. */
export type AppTables = ReadonlyMap<string, AppTable>;

/** A table that the app declares as a value, for generators. Columns may be missing. */
export interface DeclaredTable extends AppTable {
  /** The value, by which the module is found. */
  readonly value: object;
  /** The keys of the columns in the value, by the names of the model's columns. */
  readonly keys: ReadonlyMap<string, string>;
}

/** The tables of the models that the app declares, and the kind of ids. */
export interface DeclaredTables {
  readonly tables: ReadonlyMap<string, DeclaredTable>;
  readonly ids: IdOption;
}

/** The names of the app's tables, for statements. Throws if they are in several schemas. */
export function namingOf(tables: AppTables): NamingOptions {
  const schemas = new Set([...tables.values()].map(({ schema }) => schema));
  const [schema = null] = schemas;
  if (schemas.size > 1) throw new Error("The tables of the models are in several schemas: put them into one.");
  const named = [...tables].map(([model, { name, columns }]): [string, TableNaming] => [
    model,
    { name, columns: Object.fromEntries([...columns].map(([property, column]) => [property, column.name])) },
  ]);
  return { tables: Object.fromEntries(named), ...(schema !== null && { schema }) };
}

/** The kind of ids that fits the tables: "uuid7" if the id of users has the type `uuid`. */
export const idsOf = (tables: AppTables): IdOption =>
  isUuid(tables.get("user")?.columns.get("id")?.type ?? "") ? "uuid7" : "text";

/**
 * Why an app's tables cannot store the rows of the models: a list of reasons, each with a column's name; empty if the
 * tables fit.
 *
 * @example const wrong = unfitTables(schema, tables, { type, ids: idsOf(tables) });
 */
export function unfitTables(
  schema: Schema,
  tables: AppTables,
  { type, ids }: { readonly type: DialectName; readonly ids: IdOption },
): readonly string[] {
  return tablesOf(schema, type, { naming: namingOf(tables), ids }).flatMap((wanted) => {
    const table = tables.get(wanted.model);
    if (!table) return [];
    return [
      ...wanted.columns.flatMap((column) => unfitColumn(type, ids, wanted, table, column)),
      ...table.required.map((name) => isRequired(wanted.model, name)),
      ...missingUniques(wanted, table),
    ];
  });
}

function unfitColumn(
  type: DialectName,
  ids: IdOption,
  { model }: TableDescription,
  { columns }: AppTable,
  { property, facts, isUuid: wantsUuid, type: newType }: ColumnDescription,
): string[] {
  const column = columns.get(property);
  if (!column) return [];
  const name = `"${model}.${property}"`;
  const isNumber = type === "sqlite" && facts.kind === "date" && /int|num|real/i.test(column.type);
  // The rows of this library have dates as ISO texts; the layer of the app would read them as numbers.
  if (column.values && facts.kind === "text") {
    const missing = facts.states?.filter((state) => !column.values?.includes(state)) ?? [];
    return missing.length === 0 ? [] : [`${name} is an enum without ${missing.map((one) => `"${one}"`).join(", ")}`];
  }
  if (isNumber || !isFitting(type, facts.kind, catalogueType(type, column.type)))
    return [`${name} has the type ${column.type}, which does not hold ${facts.kind} values: use ${newType}`];
  const wanted = facts.kind === "integer" ? maxOf({ property, facts }) : null;
  const most = maxOfNumber(type, catalogueType(type, column.type));
  if (wanted !== null && most !== null && most < wanted)
    return [`${name} has the type ${column.type}, ${wordsOfRoom(facts, wanted)}: use ${newType}`];
  if (type === "postgres" && wantsUuid !== isUuid(column.type))
    return [`${name} has the type ${column.type}, but ${described(ids)}`];
  if (facts.isOptional && !column.isNullable) return [`${name} is NOT NULL, but rows with null will be written`];
  return [];
}

function described(ids: IdOption): string {
  if (typeof ids === "function") return "ids from a function need text columns";
  return ids === "text" ? 'ids "text" need text columns, and uuid columns "uuid7"' : `ids "${ids}" need uuid columns`;
}

const isRequired = (model: string, name: string): string =>
  `"${model}" has the column "${name}", which is NOT NULL without a default in the database, and in no model: make it ` +
  "nullable, give it a default, or declare it in a model";

function missingUniques({ model, indexes }: TableDescription, { columns, uniques }: AppTable): string[] {
  const propertyOf = new Map([...columns].map(([property, { name }]) => [name, property]));
  const id = columns.get("id")?.name ?? "id";
  const wanted = [[id], ...indexes.filter(({ isUnique }) => isUnique).map((index) => index.columns)];
  return wanted
    .filter(
      (set) => !uniques.some((unique) => unique.length === set.length && set.every((one) => unique.includes(one))),
    )
    .map((set) => set.map((name) => propertyOf.get(name) ?? name).join(", "))
    .map((names) => `"${model}" needs a unique index on ${names}: concurrent requests rely on it`);
}

const isUuid = (type: string): boolean => type.toLowerCase() === "uuid";

/** A declared type in the words of the database, e.g. "varchar(255)" as "character varying". */
function catalogueType(type: DialectName, declared: string): string {
  const plain = declared
    .toLowerCase()
    .replace(/\s*\([^)]*\)/, "")
    .replace(/ unsigned$/, "");
  const names: Readonly<Record<string, string>> = catalogueNames[type];
  return Object.hasOwn(names, plain) ? (names[plain] ?? plain) : plain;
}

const catalogueNames = {
  postgres: {
    varchar: "character varying",
    char: "character",
    timestamp: "timestamp without time zone",
    timestamptz: "timestamp with time zone",
    int: "integer",
    int4: "integer",
    int8: "bigint",
    bool: "boolean",
  },
  mysql: { boolean: "tinyint", bool: "tinyint", integer: "int" },
  sqlite: {},
} as const satisfies Record<DialectName, Readonly<Record<string, string>>>;
