import type { Dialect } from "../dialect/dialect.js";
import { compile, ref, sql } from "../sql/sql.js";
import type { ColumnDescription, TableDescription } from "../tables/tables-of.js";
import type { ActualColumn } from "./actual.js";
import { type DdlFacts, defaultClause, tableRef } from "./ddl.js";

/** A statement of a migration. */
export interface Step {
  readonly sql: string;
  /** A description of the step. */
  readonly summary: string;
  /** The statement while other callers read and write the table; absent if `sql` is as good. */
  readonly onlineSql?: string;
}

/**
 * Adds the missing database default of a required secret column; null if the column has a default, or cannot have a
 * default. Apps do not know such columns, so their INSERT statements omit them. Other columns are left to the app.
 */
export function addDefault(
  { dialect, defaultOf }: DdlFacts,
  table: TableDescription,
  column: ColumnDescription,
  actual: ActualColumn,
): Step | null {
  const isMissing = column.facts.isSecret && !actual.isNullable && !actual.hasDefault;
  const initial = isMissing && canChange(dialect, actual) ? defaultOf(column) : null;
  if (initial === null) return null;
  const query = sql`alter table ${tableRef(table)} alter column ${ref(actual.name)} set${defaultClause(dialect, column.type, initial)}`;
  return {
    sql: compile(query, dialect.style).sql,
    summary: `set the default of the column "${table.name}.${column.name}"`,
  };
}

/** SQLite cannot change a column, and MySQL supports no default for unlimited texts. */
const canChange = ({ name }: Dialect, { type }: ActualColumn): boolean =>
  name === "postgres" || (name === "mysql" && !/text$|^json$/.test(type));
