import { adapterConformance } from "@keyhold/testing/conformance";
import pg from "pg";
import { describe, inject } from "vitest";
import { freshDatabase } from "../../../tests/harness/databases.js";
import { raceRounds } from "../../../tests/harness/repeats.js";
import { createStatements } from "../src/index.js";
import { oneConnection } from "./one-connection.js";

const services = inject("services");

describe.skipIf(services.postgres === null)("the driver of docs/adapters.md", () => {
  adapterConformance(
    "one connection",
    async (schema) => {
      const fresh = await freshDatabase("postgres", services);
      const client = new pg.Client({ connectionString: fresh.place });
      await client.connect();
      for (const statement of createStatements(schema, "postgres")) await client.query(statement);
      const database = oneConnection(client);
      return {
        adapter: database.connect(schema),
        async close() {
          await database.close();
          await fresh.drop();
        },
      };
    },
    { parts: "driver", rounds: raceRounds },
  );
});
