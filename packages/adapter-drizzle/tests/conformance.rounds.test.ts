import type { SqlOptions } from "@keyhold/adapter-sql";
import { adapterConformance, type MakeAdapter } from "@keyhold/testing/conformance";
import { describe, inject } from "vitest";
import { raceRounds, repeats } from "../../../tests/harness/repeats.js";
import { drizzleAdapter } from "../src/index.js";
import { appTables } from "./app-tables.js";
import {
  betterSqlite,
  inPglite,
  libsqlFile,
  migrate,
  mysql2,
  nodePostgres,
  type Opened,
  postgresDotJs,
} from "./databases.js";

const services = inject("services");

// Some tests wait until a timeout; PostgreSQL needs a second to detect a deadlock.
const waits = { maxWaitMilliseconds: 1500 };
const renamed: SqlOptions = { naming: { case: "snake", plural: true }, ids: "uuid7" };

/** Names and drivers do not affect a race, and SQLite and PGlite run callers in turn. */
const few = repeats(5);

const makeOn =
  (open: (options: SqlOptions) => Promise<Opened>, options: SqlOptions = {}): MakeAdapter =>
  async (schema) => {
    const opened = await open(options);
    await migrate(opened, schema);
    // On PostgreSQL the type of the columns says which ids they take.
    const ids = opened.type === "postgres" ? undefined : options.ids;
    const tables = appTables(schema, opened.type, options);
    const database = drizzleAdapter(opened.db, { schema: tables, ids, ...waits });
    return { adapter: database.connect(schema), close: opened.close };
  };

describe.skipIf(services.postgres === null)("PostgreSQL through an app's Drizzle", () => {
  adapterConformance("over pg", makeOn(nodePostgres), { rounds: raceRounds });
  adapterConformance(
    "over pg, in a schema of its own, with other names and UUIDs",
    makeOn(nodePostgres, { ...renamed, naming: { ...renamed.naming, schema: "auth" } }),
    { rounds: few },
  );
  adapterConformance("over postgres.js", makeOn(postgresDotJs), { rounds: few });
  adapterConformance("over postgres.js, with other names and UUIDs", makeOn(postgresDotJs, renamed), { rounds: few });
});

describe.skipIf(services.mysql === null)("MySQL or MariaDB through an app's Drizzle", () => {
  adapterConformance("over mysql2", makeOn(mysql2), { rounds: raceRounds });
  adapterConformance("over mysql2, with other names and UUIDs", makeOn(mysql2, renamed), { rounds: few });
});

describe("SQLite and PGlite through an app's Drizzle", () => {
  adapterConformance("on PGlite", makeOn(inPglite), { rounds: few });
  adapterConformance("over better-sqlite3", makeOn(betterSqlite), { rounds: few });
  adapterConformance("over better-sqlite3, with other names and UUIDs", makeOn(betterSqlite, renamed), { rounds: few });
  adapterConformance("on a libsql file", makeOn(libsqlFile), { rounds: raceRounds });
  adapterConformance("on a libsql file, with other names and UUIDs", makeOn(libsqlFile, renamed), { rounds: few });
});
