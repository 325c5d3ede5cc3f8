import type { PGlite } from "@electric-sql/pglite";
import type { DialectName, Driver } from "@keyhold/adapter-sql";
import {
  libsqlDriver,
  missingDriver,
  mysqlDriver,
  partsOfOpen,
  pgliteDriver,
  postgresDriver,
  postgresJsDriver,
  type SqliteLike,
  sqliteDriver,
  type Waits,
} from "@keyhold/adapter-sql/drivers";
import type { Client } from "@libsql/client";
import { entityKind } from "drizzle-orm";
import type { Pool as MysqlPool } from "mysql2";
import type { Pool as MysqlPromisePool } from "mysql2/promise";
import type { Pool } from "pg";
import type { Sql } from "postgres";
import { wayOf } from "./unsupported.js";

/** The driver for the client below a Drizzle database. */
export interface KnownClient {
  readonly type: DialectName;
  readonly driver: Driver;
  /** How the client shares a transaction; "single": one at a time. */
  readonly kind: "pool" | "postgres.js" | "single" | "synchronous";
  /** What the environment did not give, as in `Database`. */
  readonly missing?: readonly string[];
}

/**
 * Throws for a client without interactive transactions, and for an unknown client. A client is recognized by the set of
 * functions for the driver: no other client has the whole set.
 */
export function clientOf(db: object, waits: Waits): KnownClient {
  const client: unknown = Reflect.get(db, "$client");
  if (hasNoUrl(client, kindOf(db))) return { type: typeOf(kindOf(db)), kind: "pool", ...missingDriver("drizzle()") };
  if (isPgPool(client)) return { type: "postgres", driver: postgresDriver(client, waits, notOurs), kind: "pool" };
  if (isPostgresJs(client))
    return { type: "postgres", driver: postgresJsDriver(client, waits, notOurs), kind: "postgres.js" };
  if (isPglite(client)) return { type: "postgres", driver: pgliteDriver(client, waits, notOurs), kind: "single" };
  if (isMysqlPool(client)) {
    const pool = "pool" in client ? client.pool : client;
    return { type: "mysql", driver: mysqlDriver(pool, { waits, isSetUp: false, close: notOurs }), kind: "pool" };
  }
  if (isSqlite(client))
    return {
      type: "sqlite",
      driver: sqliteDriver(partsOfOpen(client, waits.connectMilliseconds)),
      kind: "synchronous",
    };
  if (isLibsql(client)) return { type: "sqlite", driver: libsqlDriver(client, waits, notOurs), kind: "single" };
  throw new TypeError(`drizzleAdapter(): ${wayOf(kindOf(db))}`);
}

/** `drizzle(undefined)`, and of `pg` also `drizzle("")`: they would connect to a server on this machine. */
const hasNoUrl = (client: unknown, kind: string): boolean =>
  (client === undefined && /^(NodePg|VercelPg|LibSQL|NeonDatabase)/.test(kind)) ||
  (isPgPool(client) && Object(Reflect.get(client, "options")).connectionString === "");

const typeOf = (kind: string): DialectName => (kind.startsWith("LibSQL") ? "sqlite" : "postgres");

const notOurs = async (): Promise<void> => undefined;

/** A pool of `pg`, or of @neondatabase/serverless over WebSocket. */
const isPgPool = (client: unknown): client is Pool =>
  has(client, "connect", "query", "on") && "totalCount" in client && "idleCount" in client;

const isPostgresJs = (client: unknown): client is Sql =>
  has(client, "unsafe", "reserve", "begin") && Object(Reflect.get(client, "options")).parsers !== undefined;

const isPglite = (client: unknown): client is PGlite =>
  has(client, "query", "exec", "transaction", "runExclusive") && "waitReady" in client;

const isMysqlPool = (client: unknown): client is MysqlPool | MysqlPromisePool =>
  has(client, "getConnection", "execute", "on");

/** better-sqlite3, libsql and bun:sqlite, which are synchronous. */
const isSqlite = (client: unknown): client is SqliteLike =>
  has(client, "prepare", "exec", "transaction") && typeof Reflect.get(client, "inTransaction") === "boolean";

const isLibsql = (client: unknown): client is Client =>
  has(client, "execute", "batch", "transaction", "executeMultiple") && "protocol" in client;

const has = (client: unknown, ...names: readonly string[]): client is object =>
  (typeof client === "function" || (typeof client === "object" && client !== null)) &&
  names.every((name) => typeof Reflect.get(client, name) === "function");

/** The name of Drizzle's class, e.g. "DrizzleD1Database". */
const kindOf = (db: object): string => String(Reflect.get(db.constructor, entityKind) ?? db.constructor.name);
