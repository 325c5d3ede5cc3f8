// A program for Bun: runs the conformance suite, or serves the app on the database file given as an argument.
import { Database } from "bun:sqlite";
import { planMigration, type SqlDatabase, type SqlOptions } from "@keyhold/adapter-sql";
import { type SqliteLike, sqlite } from "@keyhold/adapter-sql/sqlite";
import { adapterConformance, type MakeAdapter } from "@keyhold/testing/conformance";
import { openApp } from "./app.js";
import { runSuite } from "./suite-runner.js";

const [, , task = "", path = ""] = process.argv;

function openFile(): Database {
  const database = new Database(path);
  database.exec("pragma journal_mode = wal; pragma synchronous = normal");
  return database;
}

/** `bun:sqlite`, or Bun's `node:sqlite` for a path. */
const databases: Readonly<Record<string, (waits: SqlOptions) => SqlDatabase>> = {
  memory: (waits) => sqlite(new Database(":memory:"), waits),
  file: (waits) => sqlite(openFile(), waits),
  path: (waits) => sqlite(path, waits),
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
  const make: MakeAdapter = async (schema, waits) => {
    const database = open(waits);
    await (await planMigration(database, schema)).apply();
    return { adapter: database.connect(schema), close: () => database.close() };
  };
  adapterConformance(task, make, { parts: "driver" });
  console.log(JSON.stringify(await runSuite()));
} else {
  await serve(openFile());
}
