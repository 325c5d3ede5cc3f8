import { Kysely, PostgresDialect } from "kysely";
import pg, { type Pool } from "pg";
import type { Tables } from "./dialect/dialect.js";
import { kyselySession } from "./driver/kysely.js";
import { postgresDriver } from "./driver/postgres.js";
import { type WaitOptions, waitsOf } from "./driver/waits.js";
import { type KyselyDatabase, kyselyDatabase } from "./kysely-adapter.js";

// The types in the type of a database: an app exporting one can name them.
export type { DialectName, Tables } from "./dialect/dialect.js";
export type { WaitOptions } from "./driver/waits.js";
export type { KyselyDatabase } from "./kysely-adapter.js";

/**
 * Returns the adapter for PostgreSQL.
 *
 * @param urlOrPool a connection URL, or a pool of `pg`
 * @param options timeouts
 * @example
 * createAuth({ database: postgres(process.env.DATABASE_URL) });
 */
export function postgres(urlOrPool: string | Pool, options: WaitOptions = {}): KyselyDatabase {
  const waits = waitsOf("postgres()", options);
  const isOurs = typeof urlOrPool === "string";
  const pool = isOurs ? openPool(urlOrPool, waits.connectMilliseconds) : urlOrPool;
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const close = closeOnce(isOurs ? () => pool.end() : async () => undefined);
  return kyselyDatabase("postgres", {
    kysely: () => kysely,
    session: () => kyselySession(kysely),
    driver: postgresDriver(pool, waits, close),
  });
}

const openPool = (connectionString: string, connectionTimeoutMillis: number): Pool =>
  new pg.Pool({ connectionString, connectionTimeoutMillis, keepAlive: true });

/** `pg` throws if a pool is ended twice; closing a database twice is allowed. */
function closeOnce(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined;
  return () => (closing ??= close());
}
