import { createPool, type Pool } from "mysql2";
import type { PoolConnection as PromiseConnection, Pool as PromisePool } from "mysql2/promise";
import type { Driver } from "./driver/driver.js";
import { lockWaitSeconds } from "./driver/lock-waits.js";
import { missingDriver, missingHost } from "./driver/missing.js";
import { mysqlDriver } from "./driver/mysql.js";
import { type SqlOptions, type Waits, waitsOf } from "./driver/waits.js";
import { type SqlDatabase, sqlDatabase } from "./sql-database.js";

// The types in the type of a database: an app that exports a database can name them.
export type { DialectName, Session, SqlDatabase, SqlOptions, TableOptions } from "./index.js";

/** A database on MySQL or MariaDB. */
export interface MysqlDatabase extends SqlDatabase<Pick<PromiseConnection, "query" | "execute">> {
  /** The pool, also for the app's own queries. */
  readonly pool: Pool;
}

/** The options of `mysql`. */
export interface MysqlOptions extends SqlOptions {
  /** A read replica, as a connection URL or a pool of mysql2: lists for display are read there. Default: no replica. */
  readonly replica?: GivenPool | undefined;
}

/**
 * Returns the adapter for MySQL or MariaDB. The sessions of an app's own pool should be in UTC if tables have
 * `timestamp` columns.
 *
 * @param urlOrPool a connection URL, or a pool of mysql2; undefined in a build, where the variable is not set
 * @param options timeouts, names of tables, ids, a read replica
 * @example
 * createAuth({ database: mysql(process.env.DATABASE_URL) });
 */
export function mysql(urlOrPool: GivenPool | undefined, { replica, ...options }: MysqlOptions = {}): MysqlDatabase {
  const waits = waitsOf("mysql()", options);
  const { naming, ids, multiWriter } = options;
  const { pool, driver, missing } = open(urlOrPool, waits, multiWriter);
  const second = replica === undefined ? null : open(replica, waits, multiWriter).driver;
  const close = async (): Promise<void> => void (await Promise.all([driver.close(), second?.close()]));
  return {
    ...sqlDatabase({
      name: "mysql",
      type: "mysql",
      driver: { ...driver, close },
      missing: missing ?? [],
      place: urlOrPool || undefined,
      replica: second ?? undefined,
      naming,
      ids,
      multiWriter,
    }),
    pool,
  };
}

type GivenPool = string | Pool | PromisePool;

interface Opened {
  readonly pool: Pool;
  readonly driver: Driver;
  readonly missing?: readonly string[];
}

function open(urlOrPool: GivenPool | undefined, waits: Waits, multiWriter: SqlOptions["multiWriter"]): Opened {
  const isOurs = !urlOrPool || typeof urlOrPool === "string";
  const pool = isOurs ? openPool(urlOrPool || `mysql://${missingHost}`, waits) : plainPool(urlOrPool);
  const close = isOurs ? endOnce(pool) : async () => undefined;
  const given = urlOrPool
    ? { driver: mysqlDriver(pool, { waits, isSetUp: isOurs, multiWriter, close }) }
    : missingDriver("mysql()");
  return { pool, ...given };
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
      // Without these settings a session would truncate texts and confuse time zones, so the connection is closed.
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
