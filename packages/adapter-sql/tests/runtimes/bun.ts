// A program for Bun: runs the conformance suite, or serves the app on the database file of its argument.
import { Database } from "bun:sqlite";
import { planMigration, type SqlDatabase } from "@keyhold/adapter-sql";
import { type SqliteLike, sqlite } from "@keyhold/adapter-sql/sqlite";
import { adapterConformance } from "@keyhold/testing/conformance";
import { openApp } from "./app.js";
import { runSuite } from "./suite-runner.js";

const [, , task = "", path = ""] = process.argv;

const waits = { maxWaitMilliseconds: 1500 };

function openFile(): Database {
  const database = new Database(path);
  database.exec("pragma journal_mode = wal; pragma synchronous = normal");
  return database;
}

/** `bun:sqlite`, or Bun's `node:sqlite` for a path. */
const databases: Readonly<Record<string, () => SqlDatabase>> = {
  memory: () => sqlite(new Database(":memory:"), waits),
  file: () => sqlite(openFile(), waits),
  path: () => sqlite(path, waits),
};

async function serve(database: SqliteLike): Promise<void> {
  const handler = await openApp({
    database: sqlite(database),
    createTable: (sql) => database.exec(sql),
    insertProfile: (tx, userId) => tx.exec(`insert into profile values ('${userId}')`),
    countProfiles: () => database.prepare("select * from profile").all().length,
  });
  const { url } = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: (request) => handler(request) });
  console.log(url.href);
}

const open = databases[task];
if (open) {
  adapterConformance(task, async (schema) => {
    const database = open();
    await (await planMigration(database, schema)).apply();
    return { adapter: database.connect(schema), close: () => database.close() };
  });
  console.log(JSON.stringify(await runSuite()));
} else {
  await serve(openFile());
}
