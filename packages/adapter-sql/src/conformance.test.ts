import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { adapterConformance, type MakeAdapter } from "@keyhold/testing/conformance";
import { afterAll } from "vitest";
import { planMigration, type SqlDatabase } from "./index.js";
import { libsql } from "./libsql.js";
import { pglite } from "./pglite.js";
import { sqlite } from "./sqlite.js";

const makeOn =
  (open: () => SqlDatabase): MakeAdapter =>
  async (schema) => {
    const database = open();
    await (await planMigration(database, schema)).apply();
    return { adapter: database.connect(schema), close: () => database.close() };
  };

// Some tests wait until a timeout; PostgreSQL needs a second to detect a deadlock.
const waits = { maxWaitMilliseconds: 1500 };
const renamed = { naming: { case: "snake", plural: true }, ids: "uuid7" } as const;

const rounds = 5;

const memory = new DatabaseSync(":memory:");
const folder = mkdtempSync(join(tmpdir(), "keyhold-"));

afterAll(() => rmSync(folder, { recursive: true }));

adapterConformance(
  "on a SQLite file",
  makeOn(() => sqlite(join(folder, "auth.sqlite"), waits)),
  { rounds },
);
adapterConformance(
  "on SQLite in memory, with other names and UUIDs",
  makeOn(() => sqlite(memory, { ...waits, ...renamed })),
  { rounds },
);
adapterConformance(
  "on a file by libsql",
  makeOn(() => libsql(`file:${join(folder, "libsql.sqlite")}`, waits)),
  { rounds },
);
adapterConformance(
  "on PGlite",
  makeOn(() => pglite("memory://", waits)),
  { rounds },
);
