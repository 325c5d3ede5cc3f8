import type { DialectName } from "@keyhold/adapter-sql";
import {
  type AppColumn,
  type AppTable,
  type AppTables,
  type DeclaredTable,
  type DeclaredTables,
  plural,
} from "@keyhold/adapter-sql/drivers";
import type { Schema } from "@keyhold/core/adapter";
import { type Column, getTableColumns, is, Table } from "drizzle-orm";
import { MySqlTable, getTableConfig as mysqlConfig } from "drizzle-orm/mysql-core";
import { PgTable, getTableConfig as postgresConfig } from "drizzle-orm/pg-core";
import { SQLiteTable, getTableConfig as sqliteConfig } from "drizzle-orm/sqlite-core";

/** A table of the app, or a table and the columns with other keys than in the model. */
export type GivenTable = Table | { readonly table: Table; readonly columns: Readonly<Record<string, Column>> };

/** What the app has given: the schema, and tables by the names of models. */
export interface Given {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly tables: Readonly<Record<string, GivenTable>>;
}

/** Finds the table of each model. Throws if a table is missing, or lacks a column. */
export function findTables(db: object, type: DialectName, schema: Schema, given: Given): AppTables {
  const unknown = Object.keys(given.tables).find((model) => !schema.models.has(model));
  if (unknown !== undefined)
    throw new TypeError(`drizzleAdapter(): \`tables\` names the model "${unknown}", which this auth does not have.`);
  const chosen = chosenTables(schema, given);
  const described = new Map(
    [...chosen].map(([name, one]) => [name, describe(db, configOf(type, name, one.table), one)]),
  );
  const missing = [...schema.models].flatMap(([name, { columns }]) => {
    const found = described.get(name)?.columns;
    if (!found) return [name];
    return Object.keys(columns).flatMap((property) => (found.has(property) ? [] : [`${name}.${property}`]));
  });
  if (missing.length > 0) throw new Error(isMissing(missing));
  return described;
}

/** The tables of the app for a generator: without those that the app lacks. */
export function declaredTables(db: object, type: DialectName, schema: Schema, given: Given): DeclaredTables["tables"] {
  const chosen = [...chosenTables(schema, given)];
  return new Map(
    chosen.map(([model, one]) => [model, declare(describe(db, configOf(type, model, one.table), one), one)]),
  );
}

function declare(described: AppTable, { table, columns }: Chosen): DeclaredTable {
  const keyOf = new Map(Object.entries(getTableColumns(table)).map(([key, column]) => [column, key]));
  const keys = [...columns].map(([property, column]) => [property, keyOf.get(column) ?? property] as const);
  return { ...described, value: table, keys: new Map(keys) };
}

/** The tables that the app has for the models, with the columns that they have. */
function chosenTables({ models }: Schema, given: Given): ReadonlyMap<string, Chosen> {
  const chosen = new Map<string, Chosen>();
  for (const [name, model] of models) {
    const own = given.tables[name];
    const [named, renamed] = own === undefined || is(own, Table) ? [own, {}] : [own.table, own.columns];
    const table = named ?? given.schema[name] ?? given.schema[plural(name)];
    if (!is(table, Table)) continue;
    const all: Readonly<Record<string, Column>> = { ...getTableColumns(table), ...renamed };
    const properties = Object.keys(model.columns);
    const columns = new Map(properties.flatMap((property) => (all[property] ? [[property, all[property]]] : [])));
    chosen.set(name, { table, columns });
  }
  return chosen;
}

const isMissing = (missing: readonly string[]): string =>
  `The Drizzle schema of this app lacks ${missing.map((name) => `"${name}"`).join(", ")}. Run \`npx keyhold generate ` +
  "drizzle`, or name the table: `drizzleAdapter(db, { schema, tables: { user: schema.people } })`.";

interface Chosen {
  readonly table: Table;
  /** By the names of the model's columns. */
  readonly columns: ReadonlyMap<string, Column>;
}

function describe(db: object, config: Config, { table, columns }: Chosen): AppTable {
  const ours = new Set(columns.values());
  const sqlName = new Map([...ours].map((column) => [column.name, sqlNameOf(db, table, column)]));
  const inDatabase = (names: readonly string[]): string[] => names.map((name) => sqlName.get(name) ?? name);
  const all = config.columns;
  const constraints = [...config.uniqueConstraints, ...config.primaryKeys].map((one) => one.columns);
  const indexes = config.indexes.filter(({ config }) => config.unique && config.where === undefined);
  return {
    name: config.name,
    schema: config.schema ?? null,
    columns: new Map(
      [...columns].map(([property, column]): [string, AppColumn] => [
        property,
        {
          name: sqlName.get(column.name) ?? column.name,
          type: column.getSQLType(),
          isNullable: !column.notNull && !column.primary,
          ...(isEnum(column) && { values: column.enumValues ?? [] }),
        },
      ]),
    ),
    required: all.filter((column) => !ours.has(column) && isRequired(column)).map(({ name }) => name),
    uniques: [
      ...all.filter(({ isUnique, primary }) => isUnique || primary).map(({ name }) => inDatabase([name])),
      ...constraints.map((columns) => inDatabase(columns.map(({ name }) => name))),
      // An expression has no name, and makes no column unique.
      ...indexes.map(({ config }) => inDatabase(config.columns.map((column) => String(Reflect.get(column, "name"))))),
    ],
  };
}

/** A text column may have `enumValues` too, which are types only. */
const isEnum = ({ columnType }: Column): boolean => /^(PgEnumColumn|PgEnumObjectColumn|MySqlEnum)/.test(columnType);

/** The defaults of `$defaultFn` and `$onUpdateFn` are in Drizzle, not in the database. */
const isRequired = ({ notNull, hasDefault, default: initial, defaultFn, onUpdateFn, generated }: Column): boolean =>
  notNull && generated === undefined && (!hasDefault || (initial === undefined && Boolean(defaultFn ?? onUpdateFn)));

/** The part of Drizzle's query writer that the name of a column needs. */
interface Selecting {
  select(columns: { readonly column: Column }): { from(table: Table): { toSQL(): { readonly sql: string } } };
}

/**
 * The name of a column without an explicit name depends on the option `casing` of `drizzle()`: Drizzle writes the name.
 */
function sqlNameOf(db: object, table: Table, column: Column): string {
  if (!column.keyAsName) return column.name;
  const { sql } = (db as Selecting).select({ column }).from(table).toSQL();
  return /["`]([^"`]+)["`]/.exec(sql)?.[1] ?? column.name;
}

interface Config {
  readonly name: string;
  readonly schema?: string | undefined;
  readonly columns: readonly Column[];
  readonly uniqueConstraints: readonly { readonly columns: readonly Column[] }[];
  readonly primaryKeys: readonly { readonly columns: readonly Column[] }[];
  readonly indexes: readonly {
    readonly config: { readonly unique?: boolean; readonly where?: unknown; readonly columns: readonly object[] };
  }[];
}

function configOf(type: DialectName, model: string, table: Table): Config {
  if (type === "postgres" && is(table, PgTable)) return postgresConfig(table);
  if (type === "mysql" && is(table, MySqlTable)) return mysqlConfig(table);
  if (type === "sqlite" && is(table, SQLiteTable)) return sqliteConfig(table);
  throw new TypeError(`drizzleAdapter(): the table of "${model}" is not of ${type}, the kind of this database.`);
}
