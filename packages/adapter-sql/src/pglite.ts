import { PGlite, type Transaction } from "@electric-sql/pglite";
import { missingDriver } from "./driver/missing.js";
import { pgliteDriver } from "./driver/pglite.js";
import { type SqlOptions, waitsOf } from "./driver/waits.js";
import { type SqlDatabase, sqlDatabase } from "./sql-database.js";

// The types in the type of a database: an app that exports a database can name them.
export type { DialectName, Session, SqlDatabase, SqlOptions, TableOptions } from "./index.js";

/** A database on PGlite. */
export interface PgliteDatabase extends SqlDatabase<Transaction> {
  /** The instance, also for the app's own queries. */
  readonly instance: PGlite;
}

/**
 * Returns the adapter for PostgreSQL inside the process.
 *
 * @param instanceOrFolder a PGlite instance, or a data folder; `"memory://"` stores no files;
 * undefined in a build, where the variable is not set
 * @param options timeouts, names of tables, ids
 * @example
 * createAuth({ database: pglite("./data") });
 */
export function pglite(instanceOrFolder: PGlite | string | undefined, options: SqlOptions = {}): PgliteDatabase {
  const waits = waitsOf("pglite()", options);
  const { naming, ids, multiWriter } = options;
  const isOurs = !instanceOrFolder || typeof instanceOrFolder === "string";
  const instance = isOurs ? new PGlite(instanceOrFolder) : instanceOrFolder;
  const close = async (): Promise<void> => {
    if (isOurs && !instance.closed) await instance.close();
  };
  const given = instanceOrFolder ? { driver: pgliteDriver(instance, waits, close) } : missingDriver("pglite()");
  return {
    ...sqlDatabase({ name: "pglite", type: "postgres", ...given, place: instanceOrFolder, naming, ids, multiWriter }),
    instance,
  };
}
