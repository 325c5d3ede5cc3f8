import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createConnection } from "mysql2/promise";
import pg from "pg";
import { inject } from "vitest";
import { memoryFolder } from "./memory-folder.ts";
import { isWhole } from "./repeats.ts";
import type { Services } from "./services.ts";

/** An empty database of its own for one test file. */
export interface FreshDatabase {
  readonly type: "sqlite" | "postgres" | "mysql";
  /** A file or a URL; on Galera the URL of each node, with spaces between them. */
  readonly place: string;
  drop(): Promise<void>;
}

/** The available databases of this machine; SQLite is always among them. */
export function databaseTypes({ postgres, mysql }: Services): readonly FreshDatabase["type"][] {
  return ["sqlite", ...(postgres ? (["postgres"] as const) : []), ...(mysql ? (["mysql"] as const) : [])];
}

/** The databases of races: in the tier `proof` also a cluster, of which each caller or process has another node. */
export type RaceType = FreshDatabase["type"] | "galera";

export function raceTypes(services: Services): readonly RaceType[] {
  if (inject("outages")) return ["galera"];
  const hasGalera = services.galera !== null && inject("tier") === "proof";
  return [...databaseTypes(services), ...(hasGalera ? (["galera"] as const) : [])];
}

/** The databases of races that have the cluster in the scheduled workflow alone. */
export const racedAtNight = (services: Services): readonly RaceType[] =>
  isWhole ? raceTypes(services) : databaseTypes(services);

/** When a race runs while nodes of the cluster are lost. */
export interface OutagesOfRace {
  /** Default "in CI": then CI has no rounds on the quiet cluster, and the scheduled workflow has both. */
  readonly outages?: "in CI" | "at night";
}

/**
 * The databases of a race of several processes that also runs during outages. A file that calls this is a part of the
 * project `outages`.
 */
export function racedByProcesses(services: Services, { outages = "in CI" }: OutagesOfRace = {}): readonly RaceType[] {
  const types = raceTypes(services);
  const hasCluster = isWhole || inject("outages") || outages === "at night";
  return hasCluster ? types : types.filter((type) => type !== "galera");
}

let made = 0;

export function freshDatabase(type: RaceType, { postgres, mysql, galera }: Services): Promise<FreshDatabase> {
  made += 1;
  const name = `keyhold_${process.pid}_${made}`;
  if (type === "postgres" && postgres) return freshPostgres(postgres, name);
  if (type === "mysql" && mysql) return freshMysql(mysql, name);
  if (type === "galera" && galera) return freshGalera(galera, name);
  const folder = mkdtempSync(join(memoryFolder(), "keyhold-"));
  return Promise.resolve({
    type: "sqlite",
    place: join(folder, "test.db"),
    drop: async () => rmSync(folder, { recursive: true }),
  });
}

async function freshPostgres(server: string, name: string): Promise<FreshDatabase> {
  const connected = async (work: (client: pg.Client) => Promise<unknown>): Promise<void> => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await work(client);
    await client.end();
  };
  await connected((client) => client.query(`create database ${name}`));
  const drop = (): Promise<void> =>
    connected(async (client) => {
      await waitForConnectionsToEnd(client, name);
      await client.query(`drop database ${name} with (force)`);
    });
  return { type: "postgres", place: withPath(server, name), drop };
}

const maxTries = 1000;

/**
 * A pool of `pg` ends before its connections do. The server would end them by force, and a connection outside of its
 * pool emits that as an error without a listener. Connections of killed processes stay, and are ended by force.
 */
async function waitForConnectionsToEnd(client: pg.Client, name: string): Promise<void> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { rowCount } = await client.query("select 1 from pg_stat_activity where datname = $1", [name]);
    if (rowCount === 0) return;
    await pause(10);
  }
}

async function freshMysql(server: string, name: string): Promise<FreshDatabase> {
  await runMysql(server, `create database ${name}`);
  const drop = (): Promise<void> => runMysql(server, `drop database ${name}`);
  return { type: "mysql", place: withPath(server, name), drop };
}

async function runMysql(uri: string, ...statements: readonly string[]): Promise<void> {
  const connection = await createConnection({ uri });
  for (const statement of statements) await connection.query(statement);
  await connection.end();
}

async function freshGalera(service: string, name: string): Promise<FreshDatabase> {
  const response = await fetch(service);
  if (!response.ok) throw new Error(await response.text());
  const urls: readonly string[] = await response.json();
  const { drop } = await freshMysql(urls[0] ?? "", name);
  // Another node has the database a moment later.
  await Promise.all(urls.map((uri) => runMysql(uri, "set session wsrep_sync_wait = 1", "select 1 from dual")));
  return { type: "mysql", place: urls.map((url) => withPath(url, name)).join(" "), drop };
}

function withPath(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
