import type { SqliteLike } from "./driver/sqlite/connection.js";
import { sqliteDriver } from "./driver/sqlite/driver.js";
import { kyselyInTurns } from "./driver/sqlite/kysely-dialect.js";
import { openFile, partsOfOpen } from "./driver/sqlite/open.js";
import { type WaitOptions, waitsOf } from "./driver/waits.js";
import { type KyselyDatabase, kyselyDatabase } from "./kysely-adapter.js";

export type { SqliteLike } from "./driver/sqlite/connection.js";

/**
 * SQLite without a dependency, on `node:sqlite`: a file's path, `":memory:"`, or a `DatabaseSync` that is already open.
 *
 * @example
 * createAuth({ database: sqlite("auth.sqlite") });
 */
export function sqlite(pathOrDatabase: string | SqliteLike, options: WaitOptions = {}): KyselyDatabase {
  const { lockMilliseconds } = waitsOf(options);
  const { parts, database } =
    typeof pathOrDatabase === "string"
      ? openFile(pathOrDatabase, lockMilliseconds)
      : { parts: partsOfOpen(pathOrDatabase, lockMilliseconds), database: pathOrDatabase };
  return kyselyDatabase("sqlite", kyselyInTurns(database, parts.turns), sqliteDriver(parts));
}
