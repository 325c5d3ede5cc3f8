import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { type Dialect, Kysely, PostgresDialect, type SqliteDatabase, SqliteDialect } from "kysely";
import pg from "pg";
import type { FreshDatabase } from "../harness/databases.ts";
import type { Services } from "../harness/services.ts";

/** The available databases of this machine for better-auth. */
export const peerDatabaseTypes = ({ postgres }: Services): readonly PeerDatabase["type"][] =>
  postgres ? ["sqlite", "postgres"] : ["sqlite"];

export interface PeerDatabase {
  /** Of the Kysely version of better-auth 1.2.12. */
  readonly db: Kysely<Record<string, Record<string, unknown>>>;
  readonly type: "sqlite" | "postgres";
}

/** A connection of its own, as an app gives it to better-auth. */
export function openPeerDatabase({ type, place }: Pick<FreshDatabase, "type" | "place">): PeerDatabase {
  if (type === "mysql") throw new Error("better-auth is run on SQLite and PostgreSQL only.");
  return { type, db: new Kysely({ dialect: dialectOf(type, place) }) };
}

const dialectOf = (type: PeerDatabase["type"], place: string): Dialect =>
  type === "sqlite"
    ? new SqliteDialect({ database: openFile(place) })
    : new PostgresDialect({ pool: new pg.Pool({ connectionString: place, max: 4 }) });

/** `node:sqlite` with the methods of better-sqlite3, because that has a native build. */
function openFile(path: string): SqliteDatabase {
  const database = new DatabaseSync(path);
  // Keyhold's server writes to the same file.
  database.exec("pragma journal_mode = wal; pragma busy_timeout = 5000");
  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = database.prepare(sql);
      return {
        reader: statement.columns().length > 0,
        all: (values) => statement.all(...values.map(bindable)),
        run: (values) => statement.run(...values.map(bindable)),
        iterate: (values) => statement.iterate(...values.map(bindable)),
      };
    },
  };
}

function bindable(value: unknown): SQLInputValue {
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  throw new TypeError(`SQLite takes no ${typeof value}.`);
}
