import { DatabaseSync } from "node:sqlite";
import { adapterConformance } from "@keyhold/testing/conformance";
import { kyselyAdapter, planMigration } from "./index.js";
import { sqlite } from "./sqlite.js";

adapterConformance(
  "on SQLite through an app's Kysely",
  async (schema, waits) => {
    const { kysely } = sqlite(new DatabaseSync(":memory:"));
    const database = kyselyAdapter({ kysely, type: "sqlite", ...waits });
    await (await planMigration(database, schema)).apply();
    return { adapter: database.connect(schema), close: () => kysely.destroy() };
  },
  { parts: "driver", rounds: 3 },
);
