import type { Dialect } from "../dialect/dialect.js";
import type { Connection } from "../driver/driver.js";
import { rowsOf } from "../migrate/query.js";
import { mysqlTextLength, postgresTextLength } from "../migrate/text-lengths.js";
import { lit, type Sql, sql } from "../sql/sql.js";
import type { ModelPlan } from "../statement/plan.js";

/** The most characters of the texts of a table, by the names of columns in the database. */
export type Lengths = ReadonlyMap<string, number>;

/** Asks the catalogue of PostgreSQL or MySQL. Empty if the catalogue does not answer. */
export async function lengthsOf(dialect: Dialect, connection: Connection, { words }: ModelPlan): Promise<Lengths> {
  const query = dialect.name === "postgres" ? postgresLengths(words) : mysqlLengths(words.at(-1) ?? "");
  try {
    const rows = await rowsOf(connection, dialect, ["name", "most"], query);
    return new Map(rows.flatMap(({ name, most }) => (most === null ? [] : [[String(name), Number(most)] as const])));
  } catch {
    return new Map();
  }
}

function postgresLengths(words: readonly string[]): Sql {
  const table = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(".");
  return sql`select a.attname as "name", ${postgresTextLength} as "most" from pg_attribute a
    where a.attrelid = to_regclass(${lit(table)}) and a.attnum > 0`;
}

const mysqlLengths = (table: string): Sql => sql`select c.column_name as \`name\`, ${mysqlTextLength} as \`most\`
  from information_schema.columns c where c.table_schema = database() and c.table_name = ${lit(table)}`;
