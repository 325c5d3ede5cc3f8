import { isStorageUnavailable, type Schema } from "@keyhold/core/adapter";
import { userModel } from "@keyhold/core/plugin";
import { Kysely, MysqlDialect, PostgresDialect } from "kysely";
import { createPool } from "mysql2";
import pg from "pg";
import { afterEach, describe, expect, inject, it } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../tests/harness/databases.js";
import { runSql } from "../../../tests/harness/run-sql.js";
import { kyselyAdapter, planMigration, type Tables } from "../src/index.js";

const services = inject("services");
const schema: Schema = { models: new Map([["user", userModel]]) };
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function open({ type, place }: FreshDatabase) {
  if (type === "postgres") {
    const pool = new pg.Pool({ connectionString: place, max: 7 });
    const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    return { pool, kysely, database: kyselyAdapter({ kysely, pool, type: "postgres" }) };
  }
  const pool = createPool({ uri: place, connectionLimit: 7 });
  const kysely = new Kysely<Tables>({ dialect: new MysqlDialect({ pool }) });
  return { pool: pool.promise(), kysely, database: kyselyAdapter({ kysely, pool: pool.promise(), type: "mysql" }) };
}

/** Ends every connection to the database, as a restart does. */
const endings = {
  postgres:
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  mysql:
    "begin not atomic for other in (select id from information_schema.processlist where db = database() and id <> connection_id()) do kill other.id; end for; end",
} as const;

const servers = ["postgres", "mysql"] as const;
const isMissing = (type: (typeof servers)[number]): boolean => !databaseTypes(services).includes(type);

describe.each(servers)("a connection of an app's pool on %s", (type) => {
  it.skipIf(isMissing(type))(
    "is lost in a transaction: the transaction fails, the process and the next transaction go on",
    async () => {
      const fresh = await freshDatabase(type, services);
      const { kysely, database } = open(fresh);
      cleanups.push(fresh.drop, () => kysely.destroy());
      await (await planMigration(database, schema)).apply();
      const db = database.connect(schema);
      const errors: unknown[] = [];
      const note = (error: unknown): void => void errors.push(error);
      // Beside the listener of the test runner, which fails the run.
      process.on("uncaughtExceptionMonitor", note);
      cleanups.push(() => process.off("uncaughtExceptionMonitor", note));
      const lost = await db
        .transaction(async (tx) => {
          await tx.find(userModel, { id: "x" });
          await runSql(fresh, [endings[type]]);
          await tx.find(userModel, { id: "x" });
        })
        .catch((error: unknown) => error);
      expect(isStorageUnavailable(lost)).toBe(true);
      expect(await db.transaction(async (tx) => tx.find(userModel, { id: "x" }))).toBe(null);
      expect(errors).toEqual([]);
    },
  );
});
