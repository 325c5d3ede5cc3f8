import { Kysely, PostgresDialect } from "kysely";
import pg, { type Pool } from "pg";
import type { Tables } from "./dialect/dialect.js";
import { kyselySession } from "./driver/kysely.js";
import { postgresDriver } from "./driver/postgres.js";
import { type WaitOptions, waitsOf } from "./driver/waits.js";
import { type KyselyDatabase, kyselyDatabase } from "./kysely-adapter.js";

// What the type of an app's database is made of: an app that exports it finds the names here.
export type { DialectName, Tables } from "./dialect/dialect.js";
export type { WaitOptions } from "./driver/waits.js";
export type { KyselyDatabase } from "./kysely-adapter.js";

/**
 * PostgreSQL, by a connection URL or a pool of `pg` that the app already has.
 *
 * @example
 * createAuth({ database: postgres(process.env.DATABASE_URL) });
 */
export function postgres(urlOrPool: string | Pool, options: WaitOptions = {}): KyselyDatabase {
  const waits = waitsOf(options);
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

/** `pg` refuses to end a pool twice; closing what is closed is no mistake. */
function closeOnce(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined;
  return () => (closing ??= close());
}
