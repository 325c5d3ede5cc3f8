import pg, { type Pool, type PoolClient } from "pg";
import type { Driver } from "./driver/driver.js";
import { missingDriver, missingHost } from "./driver/missing.js";
import { postgresDriver } from "./driver/postgres.js";
import { type SqlOptions, type Waits, waitsOf } from "./driver/waits.js";
import { type SqlDatabase, sqlDatabase } from "./sql-database.js";

// The types in the type of a database: an app that exports a database can name them.
export type { Pool, PoolClient, QueryResult } from "pg";
export type { DialectName, Session, SqlDatabase, SqlOptions, TableOptions } from "./index.js";

/** A database on PostgreSQL. */
export interface PostgresDatabase extends SqlDatabase<Pick<PoolClient, "query">> {
  /** The pool, also for the app's own queries. */
  readonly pool: Pool;
}

/** The options of `postgres`. */
export interface PostgresOptions extends SqlOptions {
  /** A read replica, as a connection URL or a pool of `pg`: lists for display are read there. Default: no replica. */
  readonly replica?: string | Pool | undefined;
}

/**
 * Returns the adapter for PostgreSQL.
 *
 * @param urlOrPool a connection URL, or a pool of `pg`; undefined in a build, where the variable is not set
 * @param options timeouts, names of tables, ids, a read replica
 * @example
 * createAuth({ database: postgres(process.env.DATABASE_URL) });
 */
export function postgres(
  urlOrPool: string | Pool | undefined,
  { replica, ...options }: PostgresOptions = {},
): PostgresDatabase {
  const waits = waitsOf("postgres()", options);
  const { naming, ids, multiWriter } = options;
  const { pool, driver, missing } = open(urlOrPool, waits);
  const second = replica === undefined ? null : open(replica, waits).driver;
  const close = async (): Promise<void> => void (await Promise.all([driver.close(), second?.close()]));
  return {
    ...sqlDatabase({
      name: "postgres",
      type: "postgres",
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

interface Opened {
  readonly pool: Pool;
  readonly driver: Driver;
  readonly missing?: readonly string[];
}

function open(urlOrPool: string | Pool | undefined, waits: Waits): Opened {
  const isOurs = !urlOrPool || typeof urlOrPool === "string";
  const pool = isOurs ? openPool(urlOrPool || `postgres://${missingHost}`, waits.connectMilliseconds) : urlOrPool;
  const close = closeOnce(isOurs ? () => pool.end() : async () => undefined);
  return { pool, ...(urlOrPool ? { driver: postgresDriver(pool, waits, close) } : missingDriver("postgres()")) };
}

/** `pipeline`: a transaction sends BEGIN together with the first lock. */
const openPool = (connectionString: string, connectionTimeoutMillis: number): Pool =>
  new pg.Pool({ connectionString, connectionTimeoutMillis, keepAlive: true, pipeline: true });

/** `pg` throws if a pool is ended twice; closing a database twice is allowed. */
function closeOnce(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined;
  return () => (closing ??= close());
}
