import { planMigration, type SqlOptions } from "@keyhold/adapter-sql";
import { mysql } from "@keyhold/adapter-sql/mysql";
import { postgres } from "@keyhold/adapter-sql/postgres";
import { adapterConformance } from "@keyhold/testing/conformance";
import { PrismaMariaDb } from "@prisma/adapter-mariadb";
import { PrismaPg } from "@prisma/adapter-pg";
import { afterAll, beforeAll, describe, inject } from "vitest";
import { freshDatabase } from "../../../tests/harness/databases.js";
import { raceRounds } from "../../../tests/harness/repeats.js";
import { anyModel, type Generated, generateClient } from "../tests/generated-client.js";
import { prismaAdapter } from "./index.js";

const services = inject("services");

const servers = {
  postgres: { open: postgres, adapter: PrismaPg },
  mysql: { open: mysql, adapter: PrismaMariaDb },
} as const;

describe.skipIf(services.postgres === null)("PostgreSQL through Prisma", () => {
  conformance("postgres", "with other names and UUIDs", { naming: { case: "snake", plural: true }, ids: "uuid7" });
});

describe.skipIf(services.mysql === null)("MySQL or MariaDB through Prisma", () => {
  conformance("mysql", "with the names of the models", {});
});

function conformance(type: "postgres" | "mysql", name: string, options: SqlOptions): void {
  let generated: Generated;
  beforeAll(async () => {
    generated = await generateClient(type, anyModel);
  });
  afterAll(() => generated.remove());

  adapterConformance(
    name,
    async (schema, waits) => {
      const fresh = await freshDatabase(type, services);
      const { open, adapter } = servers[type];
      const tables = open(fresh.place, options);
      await (await planMigration(tables, schema)).apply();
      await tables.close();
      const prisma = new generated.PrismaClient({ adapter: new adapter(fresh.place) });
      return {
        adapter: prismaAdapter(prisma, { type, ...options, ...waits }).connect(schema),
        async close() {
          await prisma.$disconnect();
          await fresh.drop();
        },
      };
    },
    { parts: "driver", rounds: raceRounds },
  );
}
