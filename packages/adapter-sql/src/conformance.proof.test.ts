import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { adapterConformance, type MakeAdapter } from "@keyhold/testing/conformance";
import { afterAll, describe, inject } from "vitest";
import { raceRounds } from "../../../tests/harness/repeats.js";
import { makeOn, otherNames } from "../tests/conformance.js";
import { planMigration, type SqlDatabase, type SqlOptions } from "./index.js";
import { libsql } from "./libsql.js";
import { sqlite } from "./sqlite.js";

const services = inject("services");

/** The everyday tier runs all parts over these servers. */
const options = { parts: "driver", rounds: raceRounds } as const;

const folder = mkdtempSync(join(tmpdir(), "keyhold-"));
afterAll(() => rmSync(folder, { recursive: true }));

const inProcess =
  (open: (waits: SqlOptions) => SqlDatabase): MakeAdapter =>
  async (schema, waits) => {
    const database = open(waits);
    await (await planMigration(database, schema)).apply();
    return { adapter: database.connect(schema), close: () => database.close() };
  };

adapterConformance(
  "on SQLite in memory, with other names and UUIDs",
  inProcess((waits) => sqlite(new DatabaseSync(":memory:"), { ...waits, ...otherNames })),
);
adapterConformance(
  "on a file by libsql",
  inProcess((waits) => libsql(`file:${join(folder, "libsql.sqlite")}`, waits)),
  { parts: "driver" },
);

describe.skipIf(services.postgres === null)("PostgreSQL", () => {
  adapterConformance("over pg", makeOn("postgres"), options);
});

describe.skipIf(services.mysql === null)("MySQL or MariaDB", () => {
  adapterConformance("over mysql2", makeOn("mysql"), options);
});
