import type { PGlite } from "@electric-sql/pglite";
import type { SqlOptions } from "@keyhold/adapter-sql";
import { waitsOf } from "@keyhold/adapter-sql/drivers";
import { pglite as openPglite } from "@keyhold/adapter-sql/pglite";
import { Kysely, PGliteDialect } from "kysely";
import { type KyselyDatabase, type Tables, withKysely } from "./kysely-adapter.js";

// The types in the type of a database: an app exporting a database can name them.
export type { DialectName, SqlOptions, WaitOptions } from "@keyhold/adapter-sql";
export type { KyselyDatabase, Tables } from "./kysely-adapter.js";

/**
 * Returns the adapter for PostgreSQL inside the process, with `database.kysely` for the app's own queries.
 *
 * @param instanceOrFolder a PGlite instance, or a data folder; `"memory://"` stores no files
 * @param options timeouts, names of tables, ids
 * @example
 * createAuth({ database: pglite("./data") });
 */
export function pglite(instanceOrFolder: PGlite | string | undefined, options: SqlOptions = {}): KyselyDatabase {
  const opened = openPglite(instanceOrFolder, options);
  return withKysely(
    opened,
    waitsOf("pglite()", options),
    () => new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: opened.instance }) }),
  );
}
