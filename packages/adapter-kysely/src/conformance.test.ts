import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { adapterConformance, type MakeAdapter } from "@keyhold/testing/conformance";
import { type KyselyDatabase, planMigration } from "./index.js";
import { pglite } from "./pglite.js";
import { sqlite } from "./sqlite.js";

const makeOn =
  (open: () => KyselyDatabase, afterwards: () => void = () => undefined): MakeAdapter =>
  async (schema) => {
    const database = open();
    await (await planMigration(database, schema)).apply();
    return {
      adapter: database.connect(schema),
      async close() {
        await database.close();
        afterwards();
      },
    };
  };

// Some tests wait until a timeout; PostgreSQL needs a second to detect a deadlock.
const waits = { maxWaitMilliseconds: 1500 };

const rounds = 5;

const memory = new DatabaseSync(":memory:");
const folder = mkdtempSync(join(tmpdir(), "keyhold-"));

adapterConformance(
  "on a SQLite file",
  makeOn(
    () => sqlite(join(folder, "auth.sqlite"), waits),
    () => rmSync(folder, { recursive: true }),
  ),
  { rounds },
);
adapterConformance(
  "on SQLite in memory",
  makeOn(() => sqlite(memory, waits)),
  { rounds },
);
adapterConformance(
  "on PGlite",
  makeOn(() => pglite("memory://", waits)),
  { rounds },
);
