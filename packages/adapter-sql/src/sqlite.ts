import type { Driver } from "./driver/driver.js";
import { guarded } from "./driver/guarded.js";
import { missingDriver } from "./driver/missing.js";
import type { SqliteLike } from "./driver/sqlite/connection.js";
import { sqliteDriver } from "./driver/sqlite/driver.js";
import { openFile, partsOfOpen } from "./driver/sqlite/open.js";
import { type SqlOptions, waitsOf } from "./driver/waits.js";
import { type SqlDatabase, sqlDatabase } from "./sql-database.js";
import { parts } from "./sql-parts.js";

export type { SqliteLike } from "./driver/sqlite/connection.js";
// The types in the type of a database: an app that exports a database can name them.
export type { DialectName, Session, SqlDatabase, SqlOptions, TableOptions } from "./index.js";

/** A database on SQLite. */
export interface SqliteDatabase extends SqlDatabase<Pick<SqliteLike, "prepare" | "exec">> {
  /** The connection of all writes. The app's statements can run inside a transaction of the adapter. */
  readonly database: SqliteLike;
}

/**
 * Returns the adapter for SQLite, on `node:sqlite` and without a dependency.
 *
 * @param pathOrDatabase a file's path, `":memory:"`, or an open `DatabaseSync`, or a database of `bun:sqlite` or better-sqlite3;
 * undefined in a build, where the variable is not set
 * @param options timeouts, names of tables, ids
 * @example
 * createAuth({ database: sqlite("auth.sqlite") });
 */
export function sqlite(pathOrDatabase: string | SqliteLike | undefined, options: SqlOptions = {}): SqliteDatabase {
  const { connectMilliseconds } = waitsOf("sqlite()", options);
  const { parts: sqliteParts, database } =
    pathOrDatabase === undefined || typeof pathOrDatabase === "string"
      ? openFile(pathOrDatabase ?? ":memory:", connectMilliseconds)
      : { parts: partsOfOpen(pathOrDatabase, connectMilliseconds), database: pathOrDatabase };
  const given =
    pathOrDatabase === undefined
      ? missingDriver("sqlite()")
      : { driver: shareable(sqliteDriver(sqliteParts), database) };
  const { naming, ids, multiWriter } = options;
  const opened = sqlDatabase({
    name: "sqlite",
    type: "sqlite",
    ...given,
    place: pathOrDatabase,
    naming,
    ids,
    multiWriter,
  });
  return { ...opened, database, [parts]: { ...opened[parts], turns: sqliteParts.turns } };
}

/** The app's statements run on the connection of all writes, between the adapter's statements. */
const shareable = (driver: Driver, database: SqliteLike): Driver => ({
  ...driver,
  shared: (work, guard) => driver.transaction((connection) => work(connection, guarded(database, guard))),
});
