import type { SqliteLike } from "./driver/sqlite/connection.js";
import { sqliteDriver, sqliteSession } from "./driver/sqlite/driver.js";
import { kyselyInTurns } from "./driver/sqlite/kysely-dialect.js";
import { openFile, partsOfOpen } from "./driver/sqlite/open.js";
import { type WaitOptions, waitsOf } from "./driver/waits.js";
import { type KyselyDatabase, kyselyDatabase } from "./kysely-adapter.js";

// The types in the type of a database: an app exporting one can name them.
export type { DialectName, Tables } from "./dialect/dialect.js";
export type { SqliteLike } from "./driver/sqlite/connection.js";
export type { WaitOptions } from "./driver/waits.js";
export type { KyselyDatabase } from "./kysely-adapter.js";

/**
 * Returns the adapter for SQLite, on `node:sqlite` and without a dependency.
 *
 * @param pathOrDatabase a file's path, `":memory:"`, or an open `DatabaseSync`
 * @param options timeouts
 * @example
 * createAuth({ database: sqlite("auth.sqlite") });
 */
export function sqlite(pathOrDatabase: string | SqliteLike, options: WaitOptions = {}): KyselyDatabase {
  const { connectMilliseconds } = waitsOf("sqlite()", options);
  const { parts, database } =
    typeof pathOrDatabase === "string"
      ? openFile(pathOrDatabase, connectMilliseconds)
      : { parts: partsOfOpen(pathOrDatabase, connectMilliseconds), database: pathOrDatabase };
  return kyselyDatabase("sqlite", {
    kysely: () => kyselyInTurns(database, parts.turns),
    session: () => sqliteSession(parts),
    driver: sqliteDriver(parts),
  });
}
