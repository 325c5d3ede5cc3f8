import type { SqlOptions } from "@keyhold/adapter-sql";
import { createTurns, parts, waitsOf } from "@keyhold/adapter-sql/drivers";
import { sqlite as openSqlite, type SqliteLike } from "@keyhold/adapter-sql/sqlite";
import { type KyselyDatabase, withKysely } from "./kysely-adapter.js";
import { kyselyInTurns } from "./kysely-in-turns.js";

// The types in the type of a database: an app exporting a database can name them.
export type { DialectName, SqlOptions, WaitOptions } from "@keyhold/adapter-sql";
export type { SqliteLike } from "@keyhold/adapter-sql/sqlite";
export type { KyselyDatabase, Tables } from "./kysely-adapter.js";

/**
 * Returns the adapter for SQLite, on `node:sqlite`, with Kysely for the queries of the app: `database.kysely`.
 *
 * @param pathOrDatabase a file's path, `":memory:"`, or an open `DatabaseSync`
 * @param options timeouts, names of tables, ids
 * @example
 * createAuth({ database: sqlite("auth.sqlite") });
 */
export function sqlite(pathOrDatabase: string | SqliteLike | undefined, options: SqlOptions = {}): KyselyDatabase {
  const opened = openSqlite(pathOrDatabase, options);
  const waits = waitsOf("sqlite()", options);
  const turns = opened[parts].turns ?? createTurns(waits.connectMilliseconds);
  return withKysely(opened, waits, () => kyselyInTurns(opened.database, turns));
}
