import { DatabaseSync } from "node:sqlite";
import type { SqlOptions } from "@keyhold/adapter-sql";
import { adapterConformance, type MakeAdapter } from "@keyhold/testing/conformance";
import { CamelCasePlugin, Kysely, MysqlDialect, PostgresDialect } from "kysely";
import { createPool } from "mysql2";
import pg from "pg";
import { describe, inject } from "vitest";
import { freshDatabase } from "../../../tests/harness/databases.js";
import { raceRounds, repeats } from "../../../tests/harness/repeats.js";
import { type KyselyDatabase, kyselyAdapter, planMigration, type Tables } from "./index.js";
import { sqlite } from "./sqlite.js";

const services = inject("services");

// Some tests wait until a timeout; PostgreSQL needs a second to detect a deadlock.
const waits = { maxWaitMilliseconds: 1500 };
const renamed: SqlOptions = { naming: { case: "snake", plural: true }, ids: "uuid7", ...waits };

interface Opened {
  readonly database: KyselyDatabase;
  close(): Promise<void>;
}

const makeOn =
  (type: "postgres" | "mysql", open: (url: string) => Opened): MakeAdapter =>
  async (schema) => {
    const fresh = await freshDatabase(type, services);
    const { database, close } = open(fresh.place);
    await (await planMigration(database, schema)).apply();
    return {
      adapter: database.connect(schema),
      async close() {
        await close();
        await fresh.drop();
      },
    };
  };

const onPostgres = (options: SqlOptions): MakeAdapter =>
  makeOn("postgres", (connectionString) => {
    const pool = new pg.Pool({ connectionString });
    // The test drops the database while connections are still closing.
    pool.on("error", () => undefined);
    const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] });
    return { database: kyselyAdapter({ kysely, type: "postgres", ...options }), close: () => kysely.destroy() };
  });

const onMysql = (options: SqlOptions): MakeAdapter =>
  makeOn("mysql", (uri) => {
    // Settings that change a driver's answers must have no effect here.
    const pool = createPool({
      uri,
      flags: ["-FOUND_ROWS"],
      dateStrings: true,
      timezone: "-05:00",
      bigNumberStrings: true,
    });
    const kysely = new Kysely<Tables>({ dialect: new MysqlDialect({ pool }) });
    return { database: kyselyAdapter({ kysely, type: "mysql", ...options }), close: () => kysely.destroy() };
  });

describe.skipIf(services.postgres === null)("PostgreSQL through an app's Kysely", () => {
  adapterConformance("with the names of the models", onPostgres(waits), { rounds: raceRounds });
  adapterConformance("with other names and UUIDs", onPostgres(renamed), { rounds: repeats(5) });
});

describe.skipIf(services.mysql === null)("MySQL or MariaDB through an app's Kysely", () => {
  adapterConformance("with the names of the models", onMysql(waits), { rounds: raceRounds });
  adapterConformance("with other names and UUIDs", onMysql(renamed), { rounds: repeats(5) });
});

adapterConformance(
  "on SQLite through an app's Kysely",
  async (schema) => {
    const { kysely } = sqlite(new DatabaseSync(":memory:"));
    const database = kyselyAdapter({ kysely, type: "sqlite", ...waits });
    await (await planMigration(database, schema)).apply();
    return { adapter: database.connect(schema), close: () => kysely.destroy() };
  },
  { rounds: 5 },
);
