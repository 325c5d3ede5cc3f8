import { PGlite } from "@electric-sql/pglite";
import { Kysely, PGliteDialect } from "kysely";
import type { Tables } from "./dialect/dialect.js";
import { kyselyDriver, kyselySession } from "./driver/kysely.js";
import { type WaitOptions, waitsOf } from "./driver/waits.js";
import { type KyselyDatabase, kyselyDatabase } from "./kysely-adapter.js";

// The types in the type of a database: an app exporting one can name them.
export type { DialectName, Tables } from "./dialect/dialect.js";
export type { WaitOptions } from "./driver/waits.js";
export type { KyselyDatabase } from "./kysely-adapter.js";

/**
 * Returns the adapter for PostgreSQL inside the process.
 *
 * @param instanceOrFolder a PGlite instance, or its data folder; `"memory://"` stores no files
 * @param options timeouts
 * @example
 * createAuth({ database: pglite("./data") });
 */
export function pglite(instanceOrFolder: PGlite | string, options: WaitOptions = {}): KyselyDatabase {
  const isOurs = typeof instanceOrFolder === "string";
  const instance = isOurs ? new PGlite(instanceOrFolder) : instanceOrFolder;
  const kysely = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: instance }) });
  const driver = kyselyDriver(kysely, "postgres", waitsOf("pglite()", options));
  const close = async (): Promise<void> => {
    if (isOurs && !instance.closed) await instance.close();
  };
  return kyselyDatabase("postgres", {
    kysely: () => kysely,
    session: () => kyselySession(kysely),
    driver: { ...driver, close },
  });
}
