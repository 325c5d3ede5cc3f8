import { waitsOf } from "@keyhold/adapter-sql/drivers";
import { type MysqlOptions, mysql as openMysql } from "@keyhold/adapter-sql/mysql";
import { Kysely, MysqlDialect } from "kysely";
import type { Pool } from "mysql2";
import type { Pool as PromisePool } from "mysql2/promise";
import { type KyselyDatabase, type Tables, withKysely } from "./kysely-adapter.js";

// The types in the type of a database: an app exporting a database can name them.
export type { DialectName, SqlOptions, WaitOptions } from "@keyhold/adapter-sql";
export type { MysqlOptions } from "@keyhold/adapter-sql/mysql";
export type { KyselyDatabase, Tables } from "./kysely-adapter.js";

/**
 * Returns the adapter for MySQL or MariaDB, with `database.kysely` for the app's own queries.
 *
 * @param urlOrPool a connection URL, or a pool of mysql2
 * @param options timeouts, names of tables, ids, a read replica
 * @example
 * createAuth({ database: mysql(process.env.DATABASE_URL) });
 */
export function mysql(urlOrPool: string | Pool | PromisePool | undefined, options: MysqlOptions = {}): KyselyDatabase {
  const opened = openMysql(urlOrPool, options);
  const { replica: _, ...waits } = options;
  return withKysely(
    opened,
    waitsOf("mysql()", waits),
    () => new Kysely<Tables>({ dialect: new MysqlDialect({ pool: opened.pool }) }),
  );
}
