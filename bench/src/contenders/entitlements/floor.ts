import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { Pool } from "pg";
import type { KeyPlace } from "../keys/contender.ts";
import type { EntitlementContender } from "./contender.ts";

const tables = `create table "holding" ("owner" text primary key, "holdings" text not null);
  create table "usage" ("id" text primary key, "owner" text not null, "event" text not null, "units" integer not null, "at" text not null)`;
const holdings = JSON.stringify({ subscriptions: [{ productId: "pro", status: "active" }] });

type Run = (text: string, values: readonly string[]) => Promise<readonly unknown[]>;

/** Reads the row of an owner, and inserts a row for a use: each by one prepared statement, without a check. */
export function open({ database, place }: KeyPlace): EntitlementContender {
  const { run, script, close } = database === "SQLite" ? onSqlite(place) : onPostgres(place);
  const values = (count: number): string =>
    Array.from({ length: count }, (_, index) => (database === "SQLite" ? "?" : `$${index + 1}`)).join(", ");
  return {
    async prepare(count) {
      await script(tables);
      const owners = Array.from({ length: count }, (_, index) => `user-${index}`);
      for (const owner of owners) await run(`insert into "holding" values (${values(2)})`, [owner, holdings]);
      return owners;
    },
    async ask(userId) {
      const rows = await run(`select * from "holding" where "owner" = ${values(1)}`, [userId]);
      if (rows.length === 0) throw new Error("The row is not there.");
    },
    async use(userId) {
      const row = [randomUUID(), userId, "call", "1", new Date().toISOString()];
      await run(`insert into "usage" values (${values(5)})`, row);
    },
    close,
  };
}

interface Connection {
  readonly run: Run;
  readonly script: (text: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

function onSqlite(file: string): Connection {
  const database = new DatabaseSync(file);
  database.exec("pragma journal_mode = wal; pragma synchronous = normal");
  const prepared = new Map<string, ReturnType<DatabaseSync["prepare"]>>();
  return {
    async run(text, values) {
      const statement = prepared.get(text) ?? database.prepare(text);
      prepared.set(text, statement);
      return statement.all(...values);
    },
    script: async (text) => database.exec(text),
    close: async () => database.close(),
  };
}

function onPostgres(url: string): Connection {
  const pool = new Pool({ connectionString: url });
  const names = new Map<string, string>();
  return {
    async run(text, values) {
      const name = names.get(text) ?? `statement ${names.size}`;
      names.set(text, name);
      return (await pool.query({ name, text, values: [...values] })).rows;
    },
    script: (text) => pool.query(text),
    close: () => pool.end(),
  };
}
