import { Kysely, MysqlDialect } from "kysely";
import { createPool, type Pool } from "mysql2";
import type { Pool as PromisePool } from "mysql2/promise";
import type { Tables } from "./dialect/dialect.js";
import { kyselySession } from "./driver/kysely.js";
import { lockWaitSeconds } from "./driver/lock-waits.js";
import { mysqlDriver } from "./driver/mysql.js";
import { type WaitOptions, type Waits, waitsOf } from "./driver/waits.js";
import { type KyselyDatabase, kyselyDatabase } from "./kysely-adapter.js";

// What the type of an app's database is made of: an app that exports it finds the names here.
export type { DialectName, Tables } from "./dialect/dialect.js";
export type { WaitOptions } from "./driver/waits.js";
export type { KyselyDatabase } from "./kysely-adapter.js";

/**
 * MySQL or MariaDB, by a connection URL or a pool of mysql2 that the app already has.
 * Such a pool's sessions should be in UTC if tables have columns of the type `timestamp`.
 *
 * @example
 * createAuth({ database: mysql(process.env.DATABASE_URL) });
 */
export function mysql(urlOrPool: string | Pool | PromisePool, options: WaitOptions = {}): KyselyDatabase {
  const waits = waitsOf(options);
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

/** Too long texts are refused instead of cut, and nobody waits long for a lock. */
const sessionSettings = ({ lockMilliseconds }: Waits): readonly string[] => [
  "set session transaction isolation level read committed",
  "set time_zone = '+00:00', sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION', " +
    `innodb_lock_wait_timeout = ${lockWaitSeconds(lockMilliseconds)}`,
];

function openPool(uri: string, waits: Waits): Pool {
  const pool = createPool({ uri, timezone: "Z", connectTimeout: waits.connectMilliseconds });
  pool.on("connection", (connection) => {
    for (const setting of sessionSettings(waits)) {
      // A session without these would cut texts and mistake zones: better none.
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
