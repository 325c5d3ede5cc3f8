import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createConnection } from "mysql2/promise";
import pg from "pg";
import type { Services } from "./services.ts";

/** An empty database of its own for one test file. */
export interface FreshDatabase {
  readonly type: "sqlite" | "postgres" | "mysql";
  /** A file or a URL. */
  readonly place: string;
  drop(): Promise<void>;
}

/** Which kinds of database this machine has; SQLite is always there. */
export function databaseTypes({ postgres, mysql }: Services): readonly FreshDatabase["type"][] {
  return ["sqlite", ...(postgres ? (["postgres"] as const) : []), ...(mysql ? (["mysql"] as const) : [])];
}

let made = 0;

export function freshDatabase(type: FreshDatabase["type"], { postgres, mysql }: Services): Promise<FreshDatabase> {
  made += 1;
  const name = `keyhold_${process.pid}_${made}`;
  if (type === "postgres" && postgres) return freshPostgres(postgres, name);
  if (type === "mysql" && mysql) return freshMysql(mysql, name);
  const folder = mkdtempSync(join(tmpdir(), "keyhold-"));
  return Promise.resolve({
    type: "sqlite",
    place: join(folder, "test.db"),
    drop: async () => rmSync(folder, { recursive: true }),
  });
}

async function freshPostgres(server: string, name: string): Promise<FreshDatabase> {
  const run = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await run(`create database ${name}`);
  return { type: "postgres", place: withPath(server, name), drop: () => run(`drop database ${name} with (force)`) };
}

async function freshMysql(server: string, name: string): Promise<FreshDatabase> {
  const run = async (sql: string): Promise<void> => {
    const connection = await createConnection({ uri: server });
    await connection.query(sql);
    await connection.end();
  };
  await run(`create database ${name}`);
  return { type: "mysql", place: withPath(server, name), drop: () => run(`drop database ${name}`) };
}

function withPath(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
