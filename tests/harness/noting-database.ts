import { DatabaseSync } from "node:sqlite";
import type { KyselyDatabase } from "@keyhold/adapter-kysely";
import { mysql } from "@keyhold/adapter-kysely/mysql";
import { postgres } from "@keyhold/adapter-kysely/postgres";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { createPool } from "mysql2/promise";
import pg from "pg";
import type { FreshDatabase } from "./databases.ts";
import { noting } from "./noted-statements.ts";

/** A statement with its values; SQLite explains its plan without them. */
export interface Noted {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** A database that records the adapter's statements. */
export interface NotingDatabase {
  readonly database: KyselyDatabase;
  readonly noted: Noted[];
  /** Runs another statement without recording it. */
  run(sql: string, parameters?: readonly unknown[]): Promise<readonly object[]>;
  close(): Promise<void>;
}

export function openNoting({ type, place }: FreshDatabase): NotingDatabase {
  if (type === "sqlite") return notingSqlite(place);
  return type === "postgres" ? notingPostgres(place) : notingMysql(place);
}

function notingSqlite(place: string): NotingDatabase {
  const noted: Noted[] = [];
  const file = new DatabaseSync(place);
  const ran: string[] = [];
  ran.push = (...statements) => noted.push(...statements.map((sql) => ({ sql, parameters: [] })));
  return {
    database: sqlite(noting(file, ran)),
    noted,
    run: async (sql) => file.prepare(sql).all(),
    close: async () => file.close(),
  };
}

function notingPostgres(connectionString: string): NotingDatabase {
  const noted: Noted[] = [];
  const pool = new pg.Pool({ connectionString });
  const other = new pg.Pool({ connectionString, max: 1 });
  // The server closes open connections when the database is dropped.
  for (const each of [pool, other]) each.on("connect", (client) => void client.on("error", () => undefined));
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    const note = (config: string | pg.QueryConfig, ...rest: unknown[]): unknown => {
      noted.push(
        typeof config === "string"
          ? { sql: config, parameters: [] }
          : { sql: config.text, parameters: config.values ?? [] },
      );
      return query(config, ...rest);
    };
    Object.assign(client, { query: note });
  });
  return {
    database: postgres(pool),
    noted,
    run: async (sql, parameters = []) => (await other.query(sql, [...parameters])).rows,
    async close() {
      await pool.end();
      await other.end();
    },
  };
}

function notingMysql(uri: string): NotingDatabase {
  const noted: Noted[] = [];
  const pool = createPool({ uri, timezone: "Z" });
  const other = createPool({ uri, connectionLimit: 1 });
  pool.pool.on("connection", (connection) => {
    for (const verb of ["query", "execute"] as const) {
      const ask = connection[verb].bind(connection) as (...given: unknown[]) => unknown;
      const note = (given: string | { sql: string; values?: unknown[] }, ...rest: unknown[]): unknown => {
        noted.push(
          typeof given === "string"
            ? { sql: given, parameters: Array.isArray(rest[0]) ? rest[0] : [] }
            : { sql: given.sql, parameters: given.values ?? (Array.isArray(rest[0]) ? rest[0] : []) },
        );
        return ask(given, ...rest);
      };
      Object.assign(connection, { [verb]: note });
    }
  });
  return {
    database: mysql(pool),
    noted,
    async run(sql, parameters = []) {
      const [rows] = await other.execute(sql, parameters as (string | number)[]);
      return Array.isArray(rows) ? (rows as object[]) : [];
    },
    async close() {
      await pool.end();
      await other.end();
    },
  };
}
