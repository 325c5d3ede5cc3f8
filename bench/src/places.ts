import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { KeyPlace } from "./contenders/keys/contender.ts";

const postgresUrl = process.env.TEST_POSTGRES_URL;

const nameOf = (owner: string): string => `keyhold_bench_${process.pid}_${owner.replaceAll(/\W/g, "_")}`;

/** An empty database, of which a contender makes the tables. */
export async function emptyPlace(database: KeyPlace["database"], owner: string): Promise<string> {
  if (database === "SQLite") return join(tmpdir(), `${nameOf(owner)}.sqlite`);
  await onServer(`create database ${nameOf(owner)}`);
  const place = new URL(postgresUrl ?? "");
  place.pathname = `/${nameOf(owner)}`;
  return place.href;
}

export async function removePlace(database: KeyPlace["database"], place: string): Promise<void> {
  if (database === "PostgreSQL") return onServer(`drop database ${new URL(place).pathname.slice(1)} with (force)`);
  for (const end of ["", "-wal", "-shm"]) rmSync(place + end, { force: true });
}

async function onServer(sql: string): Promise<void> {
  const client = new Client({ connectionString: postgresUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** Measures on SQLite and, with `TEST_POSTGRES_URL`, on PostgreSQL. */
export async function onEachDatabase<Result>(
  measure: (database: KeyPlace["database"]) => Promise<Result>,
): Promise<Result[]> {
  const results = [await measure("SQLite")];
  if (postgresUrl === undefined) console.log("PostgreSQL is left out: set TEST_POSTGRES_URL.");
  else results.push(await measure("PostgreSQL"));
  return results;
}
