import { planMigration, type SqlOptions } from "@keyhold/adapter-sql";
import { mysql } from "@keyhold/adapter-sql/mysql";
import { postgres } from "@keyhold/adapter-sql/postgres";
import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { adapterConformance, type MakeAdapter } from "@keyhold/testing/conformance";
import { PrismaLibSql } from "@prisma/adapter-libsql";
import { PrismaMariaDb } from "@prisma/adapter-mariadb";
import { PrismaPg } from "@prisma/adapter-pg";
import { afterAll, beforeAll, describe, inject } from "vitest";
import { freshDatabase } from "../../../tests/harness/databases.js";
import { raceRounds, repeats } from "../../../tests/harness/repeats.js";
import { anyModel, type Generated, generateClient } from "../tests/generated-client.js";
import { prismaAdapter } from "./index.js";

const services = inject("services");

// Prisma's statements take longer: on a busy machine sixteen callers of one row need more than the 1500 ms of other suites.
const waits = { maxWaitMilliseconds: 5000 };
const renamed: SqlOptions = { naming: { case: "snake", plural: true }, ids: "uuid7", ...waits };

const servers = {
  postgres: { open: postgres, adapter: PrismaPg },
  mysql: { open: mysql, adapter: PrismaMariaDb },
} as const;

describe.skipIf(services.postgres === null)("PostgreSQL through Prisma", () => {
  conformance("postgres");
});

describe.skipIf(services.mysql === null)("MySQL or MariaDB through Prisma", () => {
  conformance("mysql");
});

function conformance(type: "postgres" | "mysql"): void {
  let generated: Generated;
  beforeAll(async () => {
    generated = await generateClient(type, anyModel);
  });
  afterAll(() => generated.remove());

  const on =
    (options: SqlOptions): MakeAdapter =>
    async (schema) => {
      const fresh = await freshDatabase(type, services);
      const { open, adapter } = servers[type];
      const tables = open(fresh.place, options);
      await (await planMigration(tables, schema)).apply();
      await tables.close();
      const prisma = new generated.PrismaClient({ adapter: new adapter(fresh.place) });
      return {
        adapter: prismaAdapter(prisma, { type, ...options }).connect(schema),
        async close() {
          await prisma.$disconnect();
          await fresh.drop();
        },
      };
    };

  adapterConformance("with the names of the models", on(waits), { rounds: raceRounds });
  adapterConformance("with other names and UUIDs", on(renamed), { rounds: repeats(5) });
}

describe("SQLite through Prisma", () => {
  let generated: Generated;
  beforeAll(async () => {
    generated = await generateClient("sqlite", anyModel);
  });
  afterAll(() => generated.remove());

  adapterConformance(
    "on libsql",
    async (schema) => {
      const fresh = await freshDatabase("sqlite", services);
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
    { rounds: 5 },
  );
});
