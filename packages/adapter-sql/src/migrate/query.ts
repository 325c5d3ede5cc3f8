import type { Dialect } from "../dialect/dialect.js";
import type { Connection } from "../driver/driver.js";
import { compile, type Sql } from "../sql/sql.js";

/** The rows of a query, as objects with the given column names, in the order of the query's columns. */
export async function rowsOf<Column extends string>(
  connection: Connection,
  { style }: Dialect,
  columns: readonly Column[],
  query: Sql,
): Promise<Readonly<Partial<Record<Column, unknown>>>[]> {
  const { sql, parameters } = compile(query, style);
  const { rows } = await connection.run({ sql, columns, isRead: true }, parameters);
  return rows.map((cells) => {
    const row: Partial<Record<Column, unknown>> = {};
    for (const [index, column] of columns.entries()) row[column] = cells[index];
    return row;
  });
}

/** Runs a statement without result rows. */
export async function execute(connection: Connection, sql: string): Promise<void> {
  await connection.run({ sql, columns: [], isRead: false }, []);
}
