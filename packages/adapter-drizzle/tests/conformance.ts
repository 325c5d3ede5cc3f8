import type { SqlOptions } from "@keyhold/adapter-sql";
import type { MakeAdapter } from "@keyhold/testing/conformance";
import { drizzleAdapter } from "../src/index.js";
import { appTables } from "./app-tables.js";
import { migrate, type Opened } from "./databases.js";

export const otherNames = { naming: { case: "snake", plural: true }, ids: "uuid7" } as const satisfies SqlOptions;

/** Makes the adapter over a client of Drizzle, with the tables of an app: their names and ids are options. */
export const makeOn =
  (open: (options: SqlOptions) => Promise<Opened>, options: SqlOptions = {}): MakeAdapter =>
  async (schema, waits) => {
    // Adapters that share a client wait as the first does, and the migration is the first.
    const opened = await open({ ...options, ...waits });
    await migrate(opened, schema);
    // On PostgreSQL the type of the columns says which ids they take.
    const ids = opened.type === "postgres" ? undefined : options.ids;
    const tables = appTables(schema, opened.type, options);
    const database = drizzleAdapter(opened.db, { schema: tables, ids, ...waits });
    return { adapter: database.connect(schema), close: opened.close };
  };
