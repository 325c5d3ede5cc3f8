import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { adapterConformance, type MakeAdapter } from "@keyhold/testing/conformance";
import { afterAll, describe, inject } from "vitest";
import { makeOn, otherNames, otherNamesInSchema } from "../tests/conformance.js";
import { planMigration } from "./index.js";
import { pglite } from "./pglite.js";
import { sqlite } from "./sqlite.js";

const services = inject("services");
const rounds = 3;

const folder = mkdtempSync(join(tmpdir(), "keyhold-"));
afterAll(() => rmSync(folder, { recursive: true }));

let tables: File | Blob | undefined;

/** Each instance begins with the tables of the first: a copy starts in a quarter of the time. */
const onPglite: MakeAdapter = async (schema, waits) => {
  const instance = new PGlite({ ...(tables && { loadDataDir: tables }) });
  const database = pglite(instance, { ...waits, ...otherNamesInSchema });
  if (!tables) await (await planMigration(database, schema)).apply();
  tables ??= await instance.dumpDataDir("none");
  return { adapter: database.connect(schema), close: () => instance.close() };
};

adapterConformance(
  "on a SQLite file",
  async (schema, waits) => {
    const database = sqlite(join(folder, "auth.sqlite"), waits);
    await (await planMigration(database, schema)).apply();
    return { adapter: database.connect(schema), close: () => database.close() };
  },
  { rounds },
);

// Where a server answers, the server gets the statements of this dialect.
adapterConformance("on PGlite, in a schema of its own, with other names and UUIDs", onPglite, {
  parts: services.postgres ? "driver" : "all",
  rounds,
});

describe.skipIf(services.postgres === null)("PostgreSQL", () => {
  adapterConformance(
    "over pg, in a schema of its own, with other names and UUIDs",
    makeOn("postgres", otherNamesInSchema),
    { rounds },
  );
});

describe.skipIf(services.mysql === null)("MySQL or MariaDB", () => {
  adapterConformance("over mysql2, with other names and UUIDs", makeOn("mysql", otherNames), { rounds });
});
