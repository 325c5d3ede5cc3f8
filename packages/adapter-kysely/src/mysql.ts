import { Kysely, MysqlDialect } from "kysely";
import { createPool, type Pool } from "mysql2";
import type { Pool as PromisePool } from "mysql2/promise";
import type { Tables } from "./dialect/dialect.js";
import { kyselySession } from "./driver/kysely.js";
import { lockWaitSeconds } from "./driver/lock-waits.js";
import { mysqlDriver } from "./driver/mysql.js";
import { type WaitOptions, type Waits, waitsOf } from "./driver/waits.js";
import { type KyselyDatabase, kyselyDatabase } from "./kysely-adapter.js";

// The types in the type of a database: an app exporting one can name them.
export type { DialectName, Tables } from "./dialect/dialect.js";
export type { WaitOptions } from "./driver/waits.js";
export type { KyselyDatabase } from "./kysely-adapter.js";

/**
 * Returns the adapter for MySQL or MariaDB. The sessions of an app's own pool should be in UTC if tables have
 * `timestamp` columns.
 *
 * @param urlOrPool a connection URL, or a pool of mysql2
 * @param options timeouts
 * @example
 * createAuth({ database: mysql(process.env.DATABASE_URL) });
 */
export function mysql(urlOrPool: string | Pool | PromisePool, options: WaitOptions = {}): KyselyDatabase {
  const waits = waitsOf("mysql()", options);
  const isOurs = typeof urlOrPool === "string";
  const pool = isOurs ? openPool(urlOrPool, waits) : plainPool(urlOrPool);
  const close = isOurs ? endOnce(pool) : async () => undefined;
  const kysely = new Kysely<Tables>({ dialect: new MysqlDialect({ pool }) });
  return kyselyDatabase("mysql", {
    kysely: () => kysely,
    session: () => kyselySession(kysely),
    driver: mysqlDriver(pool, { waits, isSetUp: isOurs, close }),
  });
}

const plainPool = (pool: Pool | PromisePool): Pool => ("pool" in pool ? pool.pool : pool);

/** Rejects texts that are too long instead of truncating them, and sets a short lock timeout. */
const sessionSettings = ({ lockMilliseconds }: Waits): readonly string[] => [
  "set session transaction isolation level read committed",
  "set time_zone = '+00:00', sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION', " +
    `innodb_lock_wait_timeout = ${lockWaitSeconds(lockMilliseconds)}`,
];

function openPool(uri: string, waits: Waits): Pool {
  const pool = createPool({ uri, timezone: "Z", connectTimeout: waits.connectMilliseconds });
  pool.on("connection", (connection) => {
    for (const setting of sessionSettings(waits)) {
      // Without these settings a session would truncate texts and confuse time zones, so it is closed.
      connection.query(setting, (error) => {
        if (error) connection.destroy();
      });
    }
  });
  return pool;
}

function endOnce(pool: Pool): () => Promise<void> {
  let ending: Promise<void> | undefined;
  return () =>
    (ending ??= new Promise((resolve, reject) => {
      pool.end((error) => (error ? reject(error) : resolve()));
    }));
}
