import type { Schema } from "@keyhold/core/adapter";
import { dialects } from "../dialect/dialects.js";
import { compile, lit, ref, sql } from "../sql/sql.js";
import type { SqlDatabase } from "../sql-database.js";
import { parts } from "../sql-parts.js";
import { type TableDescription, tablesOf } from "../tables/tables-of.js";
import { type Actual, findColumn, readActual } from "./actual.js";
import { defaultOf } from "./compare.js";
import { tableRef } from "./ddl.js";
import { rowsOf } from "./query.js";

/**
 * The required columns that are null in a row: a column was optional before, or another program has written the row.
 * Answers then have null, against their types. Reads the rows of each nullable column until the first such row.
 */
export async function nullWarnings(database: SqlDatabase, schema: Schema): Promise<readonly string[]> {
  const { type, session } = database;
  if (!session) return [];
  const dialect = dialects[type];
  const warnings: string[] = [];
  const known = new Map<TableDescription["schema"], Actual>();
  for (const table of tablesOf(schema, type, database[parts].tables)) {
    const actual = known.get(table.schema) ?? (await readActual(session, dialect, table.schema));
    known.set(table.schema, actual);
    const existing = actual.table(table.name);
    for (const column of existing ? table.columns : []) {
      if (column.facts.isOptional || !(existing && findColumn(existing, type, column.name)?.isNullable)) continue;
      const [from, name] = [tableRef(table), ref(column.name)];
      const found = await rowsOf(session, dialect, ["found"], sql`select 1 from ${from} where ${name} is null limit 1`);
      if (found.length === 0) continue;
      const initial = defaultOf(dialect, column);
      const update = initial === null ? null : sql`update ${from} set ${name} = ${lit(initial)} where ${name} is null`;
      warnings.push(
        `"${table.name}.${column.name}" is required, but null in some rows: answers have null for them. ` +
          (update ? `Give them its initial value: ${compile(update, dialect.style).sql}` : "Give them a value."),
      );
    }
  }
  return warnings;
}
