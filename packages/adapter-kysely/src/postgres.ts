import { waitsOf } from "@keyhold/adapter-sql/drivers";
import { postgres as openPostgres, type PostgresOptions } from "@keyhold/adapter-sql/postgres";
import { Kysely, PostgresDialect } from "kysely";
import type { Pool } from "pg";
import { type KyselyDatabase, type Tables, withKysely } from "./kysely-adapter.js";

// The types in the type of a database: an app exporting a database can name them.
export type { DialectName, SqlOptions, WaitOptions } from "@keyhold/adapter-sql";
export type { PostgresOptions } from "@keyhold/adapter-sql/postgres";
export type { KyselyDatabase, Tables } from "./kysely-adapter.js";

/**
 * Returns the adapter for PostgreSQL, with `database.kysely` for the app's own queries.
 *
 * @param urlOrPool a connection URL, or a pool of `pg`
 * @param options timeouts, names of tables, ids, a read replica
 * @example
 * createAuth({ database: postgres(process.env.DATABASE_URL) });
 */
export function postgres(urlOrPool: string | Pool | undefined, options: PostgresOptions = {}): KyselyDatabase {
  const opened = openPostgres(urlOrPool, options);
  const { replica: _, ...waits } = options;
  return withKysely(
    opened,
    waitsOf("postgres()", waits),
    () => new Kysely<Tables>({ dialect: new PostgresDialect({ pool: opened.pool }) }),
  );
}
