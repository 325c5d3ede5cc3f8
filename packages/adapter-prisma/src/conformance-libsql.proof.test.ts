import { planMigration } from "@keyhold/adapter-sql";
import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { adapterConformance } from "@keyhold/testing/conformance";
import { PrismaLibSql } from "@prisma/adapter-libsql";
import { afterAll, beforeAll, describe, inject } from "vitest";
import { freshDatabase } from "../../../tests/harness/databases.js";
import { anyModel, type Generated, generateClient } from "../tests/generated-client.js";
import { prismaAdapter } from "./index.js";

/** Prisma's SQLite runs callers in turn, and slowly. */
const rounds = 5;

describe("SQLite through Prisma", () => {
  let generated: Generated;
  beforeAll(async () => {
    generated = await generateClient("sqlite", anyModel);
  });
  afterAll(() => generated.remove());

  adapterConformance(
    "on libsql",
    async (schema, waits) => {
      const fresh = await freshDatabase("sqlite", inject("services"));
      const tables = sqlite(fresh.place);
      await (await planMigration(tables, schema)).apply();
      await tables.close();
      const prisma = new generated.PrismaClient({ adapter: new PrismaLibSql({ url: `file:${fresh.place}` }) });
      return {
        adapter: prismaAdapter(prisma, { type: "sqlite", ...waits }).connect(schema),
        async close() {
          await prisma.$disconnect();
          await fresh.drop();
        },
      };
    },
    { parts: "driver", rounds },
  );
});
