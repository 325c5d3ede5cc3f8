import { adapterConformance, type MakeAdapter } from "@keyhold/testing/conformance";
import { CamelCasePlugin, Kysely, MysqlDialect, PostgresDialect } from "kysely";
import { createPool } from "mysql2";
import pg from "pg";
import { describe, inject } from "vitest";
import { freshDatabase } from "../../../tests/harness/databases.js";
import { repeats } from "../../../tests/harness/repeats.js";
import { type KyselyDatabase, kyselyAdapter, planMigration } from "./index.js";
import { mysql } from "./mysql.js";
import { postgres } from "./postgres.js";

const services = inject("services");

// Some tests wait until a timeout; PostgreSQL needs a second to detect a deadlock.
const waits = { maxWaitMilliseconds: 1500 };

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

const door = (database: KyselyDatabase): Opened => ({ database, close: () => database.close() });

describe.skipIf(services.postgres === null)("PostgreSQL", () => {
  adapterConformance(
    "through its door",
    makeOn("postgres", (url) => door(postgres(url, waits))),
    { rounds: repeats(50) },
  );

  adapterConformance(
    "through an app's Kysely",
    makeOn("postgres", (connectionString) => {
      const pool = new pg.Pool({ connectionString });
      // The test drops the database while connections are still closing.
      pool.on("error", () => undefined);
      const kysely = new Kysely({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] });
      return { database: kyselyAdapter({ kysely, type: "postgres", ...waits }), close: () => kysely.destroy() };
    }),
  );
});

describe.skipIf(services.mysql === null)("MySQL or MariaDB", () => {
  adapterConformance(
    "through its door",
    makeOn("mysql", (url) => door(mysql(url, waits))),
    { rounds: repeats(50) },
  );

  adapterConformance(
    "through an app's Kysely",
    makeOn("mysql", (uri) => {
      // Settings that change a driver's answers must have no effect here.
      const pool = createPool({
        uri,
        flags: ["-FOUND_ROWS"],
        dateStrings: true,
        timezone: "-05:00",
        bigNumberStrings: true,
      });
      const kysely = new Kysely({ dialect: new MysqlDialect({ pool }) });
      return { database: kyselyAdapter({ kysely, type: "mysql", ...waits }), close: () => kysely.destroy() };
    }),
  );
});
