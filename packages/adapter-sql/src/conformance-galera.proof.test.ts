import { adapterConformance, type MakeAdapter } from "@keyhold/testing/conformance";
import { describe, inject } from "vitest";
import { freshDatabase, raceTypes } from "../../../tests/harness/databases.js";
import { openDatabase } from "../../../tests/harness/processes/open.js";
import { raceRounds, repeats } from "../../../tests/harness/repeats.js";
import { planMigration, type SqlDatabase, type SqlOptions } from "./index.js";

const services = inject("services");

// Some tests wait until a timeout; PostgreSQL needs a second to detect a deadlock.
const waits = { maxWaitMilliseconds: 1500 };
const renamed: SqlOptions = { naming: { case: "snake", plural: true }, ids: "uuid7", ...waits };

const makeOn =
  (options: SqlOptions): MakeAdapter =>
  async (schema) => {
    const fresh = await freshDatabase("galera", services);
    const database: SqlDatabase = openDatabase(fresh, options);
    await (await planMigration(database, schema)).apply();
    return {
      adapter: database.connect(schema),
      async close() {
        await database.close();
        await fresh.drop();
      },
    };
  };

describe.skipIf(!raceTypes(services).includes("galera"))("Galera, each call at the next of three nodes", () => {
  adapterConformance("over mysql2", makeOn(waits), { rounds: raceRounds });
  adapterConformance("over mysql2, with other names and UUIDs", makeOn(renamed), { rounds: repeats(5) });
});
