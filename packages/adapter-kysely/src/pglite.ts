import { PGlite } from "@electric-sql/pglite";
import { Kysely, PGliteDialect } from "kysely";
import type { Tables } from "./dialect/dialect.js";
import { kyselyDriver, kyselySession } from "./driver/kysely.js";
import { type WaitOptions, waitsOf } from "./driver/waits.js";
import { type KyselyDatabase, kyselyDatabase } from "./kysely-adapter.js";

// What the type of an app's database is made of: an app that exports it finds the names here.
export type { DialectName, Tables } from "./dialect/dialect.js";
export type { WaitOptions } from "./driver/waits.js";
export type { KyselyDatabase } from "./kysely-adapter.js";

/**
 * PostgreSQL inside the process: a PGlite instance, or the folder of one (`"memory://"` keeps nothing).
 *
 * @example
 * createAuth({ database: pglite("./data") });
 */
export function pglite(instanceOrFolder: PGlite | string, options: WaitOptions = {}): KyselyDatabase {
  const isOurs = typeof instanceOrFolder === "string";
  const instance = isOurs ? new PGlite(instanceOrFolder) : instanceOrFolder;
  const kysely = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: instance }) });
  const driver = kyselyDriver(kysely, "postgres", waitsOf(options));
  const close = async (): Promise<void> => {
    if (isOurs && !instance.closed) await instance.close();
  };
  return kyselyDatabase("postgres", {
    kysely: () => kysely,
    session: () => kyselySession(kysely),
    driver: { ...driver, close },
  });
}
