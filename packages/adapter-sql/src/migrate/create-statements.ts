import type { Schema } from "@keyhold/core/adapter";
import type { DialectName } from "../dialect/dialect.js";
import { dialects } from "../dialect/dialects.js";
import type { TableOptions } from "../tables/options.js";
import { tablesOf } from "../tables/tables-of.js";
import { compareTables } from "./compare.js";

/**
 * The statements that create all tables and indexes in an empty database, without a database: for a migration tool of
 * the app, and for the tests of an adapter.
 *
 * @param schema `auth.schema`, or `schemaOf(plugins)`
 * @example for (const statement of createStatements(auth.schema, "postgres")) await client.query(statement);
 */
export function createStatements(schema: Schema, type: DialectName, options: TableOptions = {}): readonly string[] {
  const tables = tablesOf(schema, type, options);
  const empty = {
    hasSchema: (tables[0]?.schema ?? null) === null,
    table: () => null,
    takenNames: new Set<string>(),
  };
  const { steps } = compareTables(tables, empty, {
    dialect: dialects[type],
    exactText: type === "mysql" ? { charset: "utf8mb4", collation: null } : null,
    filledTables: new Set(),
  });
  return steps.map(({ sql }) => sql);
}
