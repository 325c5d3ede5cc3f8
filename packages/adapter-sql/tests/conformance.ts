import type { MakeAdapter } from "@keyhold/testing/conformance";
import { inject } from "vitest";
import { freshDatabase, type RaceType } from "../../../tests/harness/databases.js";
import { openDatabase } from "../../../tests/harness/processes/open.js";
import { planMigration, type SqlOptions } from "../src/index.js";

export const otherNames = { naming: { case: "snake", plural: true }, ids: "uuid7" } as const satisfies SqlOptions;
export const otherNamesInSchema: SqlOptions = { ...otherNames, naming: { ...otherNames.naming, schema: "auth" } };

/** Makes the adapter on an empty database of a server. */
export const makeOn =
  (type: RaceType, options: SqlOptions = {}): MakeAdapter =>
  async (schema, waits) => {
    const fresh = await freshDatabase(type, inject("services"));
    const database = openDatabase(fresh, { ...options, ...waits });
    await (await planMigration(database, schema)).apply();
    return {
      adapter: database.connect(schema),
      async close() {
        await database.close();
        await fresh.drop();
      },
    };
  };
