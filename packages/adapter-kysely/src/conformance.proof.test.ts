import type { SqlOptions } from "@keyhold/adapter-sql";
import { adapterConformance, type MakeAdapter } from "@keyhold/testing/conformance";
import { CamelCasePlugin, Kysely, MysqlDialect, PostgresDialect } from "kysely";
import { createPool } from "mysql2";
import pg from "pg";
import { describe, inject } from "vitest";
import { freshDatabase } from "../../../tests/harness/databases.js";
import { raceRounds } from "../../../tests/harness/repeats.js";
import { type KyselyDatabase, kyselyAdapter, planMigration, type Tables } from "./index.js";

const services = inject("services");

interface Opened {
  readonly database: KyselyDatabase;
  close(): Promise<void>;
}

const makeOn =
  (type: "postgres" | "mysql", open: (url: string, waits: SqlOptions) => Opened): MakeAdapter =>
  async (schema, waits) => {
    const fresh = await freshDatabase(type, services);
    const { database, close } = open(fresh.place, waits);
    await (await planMigration(database, schema)).apply();
    return {
      adapter: database.connect(schema),
      async close() {
        await close();
        await fresh.drop();
      },
    };
  };

// The names in snake case are those that the plugin of the app would change.
const onPostgres = makeOn("postgres", (connectionString, waits) => {
  const pool = new pg.Pool({ connectionString });
  // The test drops the database while connections are still closing.
  pool.on("error", () => undefined);
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] });
  const options: SqlOptions = { naming: { case: "snake", plural: true }, ids: "uuid7", ...waits };
  return { database: kyselyAdapter({ kysely, type: "postgres", ...options }), close: () => kysely.destroy() };
});

const onMysql = makeOn("mysql", (uri, waits) => {
  // Settings that change a driver's answers must have no effect here.
  const pool = createPool({
    uri,
    flags: ["-FOUND_ROWS"],
    dateStrings: true,
    timezone: "-05:00",
    bigNumberStrings: true,
  });
  const kysely = new Kysely<Tables>({ dialect: new MysqlDialect({ pool }) });
  return { database: kyselyAdapter({ kysely, type: "mysql", ...waits }), close: () => kysely.destroy() };
});

const options = { parts: "driver", rounds: raceRounds } as const;

describe.skipIf(services.postgres === null)("PostgreSQL through an app's Kysely", () => {
  adapterConformance("with other names and UUIDs", onPostgres, options);
});

describe.skipIf(services.mysql === null)("MySQL or MariaDB through an app's Kysely", () => {
  adapterConformance("with the names of the models", onMysql, options);
});
