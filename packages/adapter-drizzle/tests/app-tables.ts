import { type ColumnDescription, type SqlOptions, type TableDescription, tablesOf } from "@keyhold/adapter-sql";
import type { Schema } from "@keyhold/core/adapter";
import type { Table } from "drizzle-orm";
import * as mysql from "drizzle-orm/mysql-core";
import * as postgres from "drizzle-orm/pg-core";
import * as sqlite from "drizzle-orm/sqlite-core";

/** The Drizzle tables that an app would write for these models, by the names of the models. */
export function appTables(
  schema: Schema,
  type: "postgres" | "mysql" | "sqlite",
  { naming, ids }: SqlOptions,
): Record<string, Table> {
  const tables = tablesOf(schema, type, { naming, ids });
  return Object.fromEntries(tables.map((table) => [table.model, make[type](table)]));
}

const keyed = <T>({ columns }: TableDescription, make: (column: ColumnDescription) => T): Record<string, T> =>
  Object.fromEntries(columns.map((column) => [column.property, make(column)]));

/** Unique sets of several columns. A single unique column has `unique()`. */
const uniques = ({ columns, indexes }: TableDescription): string[][] =>
  indexes
    .filter(({ isUnique, columns }) => isUnique && columns.length > 1)
    .map((index) => index.columns.map((name) => columns.find((column) => column.name === name)?.property ?? name));

const isUniqueAlone = ({ indexes }: TableDescription, { name }: ColumnDescription): boolean =>
  indexes.some(({ isUnique, columns }) => isUnique && columns.length === 1 && columns[0] === name);

const make = {
  postgres(table: TableDescription): Table {
    const columns = keyed(table, (column) => {
      const made = postgresColumn(column);
      if (column.property === "id") made.primaryKey();
      if (!column.facts.isOptional) made.notNull();
      if (isUniqueAlone(table, column)) made.unique();
      return made;
    });
    const extra = (made: Record<string, postgres.PgColumn>) =>
      uniques(table).map(([first = "", ...others]) =>
        postgres.unique().on(columnOf(made, first), ...others.map((name) => columnOf(made, name))),
      );
    if (table.schema === null) return postgres.pgTable(table.name, columns, extra);
    return postgres.pgSchema(table.schema).table(table.name, columns, extra);
  },
  mysql(table: TableDescription): Table {
    const columns = keyed(table, (column) => {
      const made = mysqlColumn(column);
      if (column.property === "id") made.primaryKey();
      if (!column.facts.isOptional) made.notNull();
      if (isUniqueAlone(table, column)) made.unique();
      return made;
    });
    return mysql.mysqlTable(table.name, columns, (made) =>
      uniques(table).map(([first = "", ...others]) =>
        mysql
          .uniqueIndex(`${table.name}_${first}`)
          .on(columnOf(made, first), ...others.map((name) => columnOf(made, name))),
      ),
    );
  },
  sqlite(table: TableDescription): Table {
    const columns = keyed(table, (column) => {
      const made = sqliteColumn(column);
      if (column.property === "id") made.primaryKey();
      if (!column.facts.isOptional) made.notNull();
      if (isUniqueAlone(table, column)) made.unique();
      return made;
    });
    return sqlite.sqliteTable(table.name, columns, (made) =>
      uniques(table).map(([first = "", ...others]) =>
        sqlite
          .uniqueIndex(`${table.name}_${first}`)
          .on(columnOf(made, first), ...others.map((name) => columnOf(made, name))),
      ),
    );
  },
};

function columnOf<T>(columns: Record<string, T>, name: string): T {
  const column = columns[name];
  if (!column) throw new Error(`The table has no column "${name}".`);
  return column;
}

function postgresColumn({ name, facts, isUuid }: ColumnDescription): postgres.PgColumnBuilderBase & Chained {
  if (isUuid) return postgres.uuid(name);
  switch (facts.kind) {
    case "integer":
      return postgres.bigint(name, { mode: "number" });
    case "boolean":
      return postgres.boolean(name);
    case "date":
      return postgres.timestamp(name, { withTimezone: true });
    default:
      return postgres.text(name);
  }
}

function mysqlColumn({ name, type, facts }: ColumnDescription): mysql.MySqlColumnBuilderBase & Chained {
  const [, length] = /^varchar\((\d+)\)$/.exec(type) ?? [];
  if (length) return mysql.varchar(name, { length: Number(length) });
  switch (facts.kind) {
    case "integer":
      return mysql.bigint(name, { mode: "number" });
    case "boolean":
      return mysql.boolean(name);
    case "date":
      return mysql.datetime(name, { fsp: 3 });
    default:
      return type === "longtext" ? mysql.longtext(name) : mysql.text(name);
  }
}

function sqliteColumn({ name, facts }: ColumnDescription): sqlite.SQLiteColumnBuilderBase & Chained {
  switch (facts.kind) {
    case "integer":
      return sqlite.integer(name);
    case "boolean":
      return sqlite.integer(name, { mode: "boolean" });
    default:
      return sqlite.text(name);
  }
}

/** What the columns of all kinds have; each call changes the column in place. */
interface Chained {
  primaryKey(): unknown;
  notNull(): unknown;
  unique(): unknown;
}
