import { type DurableObjectStorageLike, durableObjectDriver } from "./driver/durable-object.js";
import { type SqlOptions, waitsOf } from "./driver/waits.js";
import { type SqlDatabase, sqlDatabase } from "./sql-database.js";

export type { DurableObjectSqlLike, DurableObjectStorageLike } from "./driver/durable-object.js";
// The types in the type of a database: an app that exports a database can name them.
export type { DialectName, Session, SqlDatabase, SqlOptions, TableOptions } from "./index.js";

/**
 * Returns the adapter for the SQLite database of a Durable Object. The auth runs inside of the object.
 *
 * @param storage `ctx.storage` of the object
 * @param options timeouts, names of tables, ids
 * @throws TypeError if the object has no SQLite database
 * @example
 * createAuth({ database: durableObject(ctx.storage) });
 */
export function durableObject<Storage extends DurableObjectStorageLike>(
  storage: Storage,
  options: SqlOptions = {},
): SqlDatabase<Storage["sql"]> {
  const waits = waitsOf("durableObject()", options);
  checkSql(storage);
  const { naming, ids, multiWriter } = options;
  const driver = durableObjectDriver(storage, waits);
  return sqlDatabase({
    name: "durable object",
    type: "sqlite",
    driver,
    place: "this object",
    naming,
    ids,
    multiWriter,
  });
}

/** Runs a statement: an object of a class without SQLite has these functions too, but they throw. */
function checkSql(storage: DurableObjectStorageLike): void {
  try {
    storage.sql.exec("select 1").raw();
  } catch (cause) {
    throw new TypeError(
      "durableObject(): this storage has no SQLite database. Give it `ctx.storage` of a Durable Object whose class is in " +
        "`new_sqlite_classes` of the migrations in the configuration of wrangler.",
      { cause },
    );
  }
}
