import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { planMigration, type SqlDatabase, type SqlOptions } from "@keyhold/adapter-sql";
import { libsql } from "@keyhold/adapter-sql/libsql";
import { mysql } from "@keyhold/adapter-sql/mysql";
import { pglite } from "@keyhold/adapter-sql/pglite";
import { postgres } from "@keyhold/adapter-sql/postgres";
import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { createClient } from "@libsql/client";
import BetterSqlite from "better-sqlite3";
import { drizzle as onBetterSqlite } from "drizzle-orm/better-sqlite3";
import { drizzle as onLibsql } from "drizzle-orm/libsql";
import { drizzle as onMysql2 } from "drizzle-orm/mysql2";
import { drizzle as onNodePostgres } from "drizzle-orm/node-postgres";
import { drizzle as onPglite } from "drizzle-orm/pglite";
import { drizzle as onPostgresJs } from "drizzle-orm/postgres-js";
import { createPool } from "mysql2";
import pg from "pg";
import postgresJs from "postgres";
import { inject } from "vitest";
import { freshDatabase } from "../../../tests/harness/databases.js";
import type { DrizzleDatabase } from "../src/index.js";

/** A Drizzle database of a test, and the database that makes the tables. */
export interface Opened {
  readonly type: "postgres" | "mysql" | "sqlite";
  readonly db: DrizzleDatabase;
  /** Makes the tables, and closes nothing. */
  readonly migrations: SqlDatabase;
  close(): Promise<void>;
}

const services = inject("services");

export async function nodePostgres(options: SqlOptions): Promise<Opened> {
  const fresh = await freshDatabase("postgres", services);
  const pool = new pg.Pool({ connectionString: fresh.place });
  // The test drops the database while connections are still closing.
  pool.on("error", () => undefined);
  return {
    type: "postgres",
    db: onNodePostgres({ client: pool }),
    migrations: postgres(pool, options),
    async close() {
      await pool.end();
      await fresh.drop();
    },
  };
}

export async function postgresDotJs(options: SqlOptions): Promise<Opened> {
  const fresh = await freshDatabase("postgres", services);
  const sql = postgresJs(fresh.place, { onnotice: () => undefined });
  const migrations = postgres(fresh.place, options);
  return {
    type: "postgres",
    db: onPostgresJs({ client: sql }),
    migrations,
    async close() {
      await migrations.close();
      await sql.end();
      await fresh.drop();
    },
  };
}

export async function inPglite(options: SqlOptions): Promise<Opened> {
  const instance = new PGlite();
  return {
    type: "postgres",
    db: onPglite({ client: instance }),
    migrations: pglite(instance, options),
    close: () => instance.close(),
  };
}

export async function mysql2(options: SqlOptions): Promise<Opened> {
  const fresh = await freshDatabase("mysql", services);
  const pool = createPool({ uri: fresh.place, flags: ["-FOUND_ROWS"], dateStrings: true, timezone: "-05:00" });
  return {
    type: "mysql",
    db: onMysql2({ client: pool }),
    migrations: mysql(pool, options),
    async close() {
      await pool.promise().end();
      await fresh.drop();
    },
  };
}

export async function betterSqlite(options: SqlOptions): Promise<Opened> {
  const client = new BetterSqlite(":memory:");
  return {
    type: "sqlite",
    db: onBetterSqlite({ client }),
    migrations: sqlite(client, options),
    close: async () => void client.close(),
  };
}

export async function libsqlFile(options: SqlOptions): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), "keyhold-"));
  const client = createClient({ url: `file:${join(folder, "auth.db")}` });
  return {
    type: "sqlite",
    db: onLibsql({ client }),
    migrations: libsql(client, options),
    async close() {
      client.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Makes the tables of a schema by the migration. */
export const migrate = async ({ migrations }: Opened, schema: Parameters<typeof planMigration>[1]): Promise<void> =>
  (await planMigration(migrations, schema)).apply();
