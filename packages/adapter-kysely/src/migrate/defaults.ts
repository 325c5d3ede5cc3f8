import type { Dialect } from "../dialect/dialect.js";
import { compile, lit, ref, sql } from "../sql/sql.js";
import type { ActualColumn } from "./actual.js";
import type { DdlFacts } from "./ddl.js";
import type { DesiredColumn, DesiredTable } from "./desired.js";

/** One statement of a migration. */
export interface Step {
  readonly sql: string;
  /** What it does, in words. */
  readonly summary: string;
}

/**
 * Gives a secret column that is required its default in the database; null where it has one, or cannot get one. No app
 * knows such a column, so an INSERT of the app does not name it. Any other column is the app's to change.
 */
export function addDefault(
  { dialect, defaultOf }: DdlFacts,
  table: DesiredTable,
  column: DesiredColumn,
  actual: ActualColumn,
): Step | null {
  const isMissing = column.facts.isSecret && !actual.isNullable && !actual.hasDefault;
  const initial = isMissing && canChange(dialect, actual) ? defaultOf(column) : null;
  if (initial === null) return null;
  const query = sql`alter table ${ref(table.name)} alter column ${ref(actual.name)} set default ${lit(initial)}`;
  return {
    sql: compile(query, dialect.style).sql,
    summary: `set the default of the column "${table.name}.${column.name}"`,
  };
}

/** SQLite changes no column, and MySQL gives an unlimited text no default. */
const canChange = ({ name }: Dialect, { type }: ActualColumn): boolean =>
  name === "postgres" || (name === "mysql" && !/text$|^json$/.test(type));
