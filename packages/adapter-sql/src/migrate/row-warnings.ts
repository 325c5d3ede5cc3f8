import type { Schema } from "@keyhold/core/adapter";
import type { Dialect } from "../dialect/dialect.js";
import { dialects } from "../dialect/dialects.js";
import { compile, nothing, ref, type Sql, sql } from "../sql/sql.js";
import type { SqlDatabase } from "../sql-database.js";
import { parts } from "../sql-parts.js";
import { tablesOf } from "../tables/tables-of.js";
import { findColumn, readActual } from "./actual.js";
import { tableRef } from "./ddl.js";
import { nullWarnings } from "./null-warnings.js";
import { rowsOf } from "./query.js";

/** What is wrong with the existing rows: addresses with capital letters, and null in required columns. */
export const rowWarnings = async (database: SqlDatabase, schema: Schema): Promise<readonly string[]> => [
  ...(await addressWarnings(database, schema)),
  ...(await nullWarnings(database, schema)),
];

/**
 * Addresses with capital letters, which another program has written: this library does not find them. Reads the users
 * until the first such row.
 */
async function addressWarnings(database: SqlDatabase, schema: Schema): Promise<readonly string[]> {
  const { type, session } = database;
  const { driver, tables } = database[parts];
  const dialect = dialects[type];
  const table = tablesOf(schema, type, tables).find(({ model }) => model === "user");
  const email = table?.columns.find(({ property }) => property === "email");
  if (!table || !email) return [];
  if (session) {
    const existing = (await readActual(session, dialect, table.schema)).table(table.name);
    if (!existing || !findColumn(existing, type, email.name)) return [];
  }
  const [from, column] = [tableRef(table), ref(email.name)];
  const lower = sql`lower(${column})`;
  // On MySQL most collations take the two for equal.
  const differs =
    type === "mysql"
      ? sql`cast(${column} as binary) <> cast(${lower} as binary)`
      : sql`${column} <> ${lower}${type === "sqlite" ? sql` collate binary` : nothing}`;
  const only = async (condition: Sql): Promise<unknown> => {
    const query = sql`select ${column} as ${ref("email")} from ${from} where ${condition} limit 1`;
    return (await rowsOf(session ?? driver, dialect, ["email"], query))[0]?.email;
  };
  const found = await only(differs);
  // A look-up finds the row anyway if the column compares without case, e.g. of the type citext.
  if (typeof found !== "string") return [];
  if ((await only(dialect.compared(column, "=", sql`${found.toLowerCase()}`, email.facts))) === found) return [];
  const shared = sql`select ${lower}, count(*) from ${from} group by ${lower} having count(*) > 1`;
  const update = sql`update ${from} set ${column} = ${lower} where ${differs}`;
  return [
    `"${table.name}.${email.name}" has addresses with capital letters, and look-ups are in lower case: these users ` +
      `cannot sign in. First find the addresses that several users share: ${textOf(dialect, shared)}. Without shared ` +
      `addresses: ${textOf(dialect, update)}`,
  ];
}

const textOf = ({ style }: Dialect, query: Sql): string => compile(query, style).sql;
