import { PGlite } from "@electric-sql/pglite";
import { drizzleAdapter } from "@keyhold/adapter-drizzle";
import { kyselyAdapter } from "@keyhold/adapter-kysely";
import { planMigration, type SqlDatabase } from "@keyhold/adapter-sql";
import { pglite } from "@keyhold/adapter-sql/pglite";
import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { coreModels, mergeSchema } from "@keyhold/core/adapter";
import { isConflict, sessionModel, userModel } from "@keyhold/core/plugin";
import BetterSqlite from "better-sqlite3";
import { drizzle as onBetterSqlite } from "drizzle-orm/better-sqlite3";
import { drizzle as onPglite } from "drizzle-orm/pglite";
import { CompiledQuery, Kysely, PGliteDialect, SqliteDialect } from "kysely";
import * as postgresTables from "../../../tests/harness/drizzle-tables/postgres-schema.ts";
import * as sqliteTables from "../../../tests/harness/drizzle-tables/sqlite-schema.ts";
import type { Arena } from "../arena.ts";
import { type Section, showSpread } from "../report/section.ts";
import { interleave } from "../rounds.ts";
import { ratio, spread } from "../statistics.ts";

const { schema } = mergeSchema([{ from: "core", models: coreModels, extends: {} }]);
const naming = { case: "snake", plural: true } as const;
const token = "a token of this measure";

type Read = () => Promise<unknown>;

/** The one statement of get-session by each adapter, beside the same statement prepared on the client alone. */
export async function measureAdapters({ scale }: Arena): Promise<Section[]> {
  const sections: Section[] = [];
  for (const [client, open] of [
    ["better-sqlite3", openSqlite],
    ["PGlite", openPglite],
  ] as const) {
    const reads: Readonly<Record<string, Read>> = await open();
    const names = Object.keys(reads);
    const cpuOf = async (name: string): Promise<number> => {
      const read = reads[name] ?? (async () => undefined);
      const before = process.cpuUsage();
      for (let call = 0; call < scale.handlerCalls; call += 1) await read();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / scale.handlerCalls;
    };
    for (const name of names) await cpuOf(name);
    sections.push(describe(client, names, await interleave(scale.rounds * 2, names, cpuOf)));
  }
  return sections;
}

const bare = "the client alone, prepared";
/** Kysely's dialects prepare each statement anew, so its adapter is compared with Kysely itself. */
const bareKysely = "Kysely alone";
const referenceOf = (name: string): string => (name === "adapter-kysely" ? bareKysely : bare);

function describe(client: string, names: readonly string[], samples: Record<string, number[]>): Section {
  const against = (name: string) => ratio(samples[name] ?? [], samples[referenceOf(name)] ?? []);
  return {
    title: `The statement of get-session by each adapter, on ${client}`,
    note: "Session and user by the hash of the token, one join, in process, in alternating batches.",
    head: ["", "CPU µs", "× the client, or Kysely, alone"],
    rows: names.map((name) => [name, showSpread(spread(samples[name] ?? [])), showSpread(against(name))]),
    lines: names
      .filter((name) => name !== bare && name !== bareKysely)
      .map((name) => ({
        text: `the statement of get-session on ${client}: ${name} ÷ ${referenceOf(name)}`,
        limit: 1.5,
        direction: "at most",
        measured: against(name),
      })),
  };
}

const sql = `select s.id, s.expires_at, s.token, s.created_at, s.updated_at, s.ip_address, s.user_agent, s.user_id,
  u.id as user, u.name, u.email, u.email_verified, u.image, u.created_at as user_created_at, u.updated_at as user_updated_at
  from sessions s join users u on u.id = s.user_id where s.token = `;

async function openSqlite() {
  const client = new BetterSqlite(":memory:");
  const database = sqlite(client, { naming });
  await seed(database);
  client.exec("alter table users add column plan text not null default 'free'");
  const statement = client.prepare(`${sql}? limit 1`);
  const kysely = new Kysely<object>({ dialect: new SqliteDialect({ database: client }) });
  return {
    [bare]: async () => statement.get(token),
    [bareKysely]: () => kysely.executeQuery(CompiledQuery.raw(`${sql}? limit 1`, [token])),
    "adapter-sql": readOf(database),
    "adapter-drizzle": readOf(drizzleAdapter(onBetterSqlite(client), { schema: sqliteTables })),
    "adapter-kysely": readOf(kyselyAdapter({ kysely, type: "sqlite", naming })),
  };
}

async function openPglite() {
  const client = new PGlite();
  const database = pglite(client, { naming, ids: "uuid7" });
  await seed(database);
  const kysely = new Kysely<object>({ dialect: new PGliteDialect({ pglite: client }) });
  return {
    [bare]: async () => client.query(`${sql}$1 limit 1`, [token], { rowMode: "array" }),
    [bareKysely]: () => kysely.executeQuery(CompiledQuery.raw(`${sql}$1 limit 1`, [token])),
    "adapter-sql": readOf(database),
    "adapter-drizzle": readOf(drizzleAdapter(onPglite(client, { casing: "snake_case" }), { schema: postgresTables })),
    "adapter-kysely": readOf(kyselyAdapter({ kysely, type: "postgres", naming, ids: "uuid7" })),
  };
}

async function seed(database: SqlDatabase): Promise<void> {
  await (await planMigration(database, schema)).apply();
  const db = database.connect(schema);
  const now = new Date();
  const dates = { createdAt: now, updatedAt: now };
  const user = await db.insert(userModel, { name: "Ada", email: "ada@example.com", emailVerified: true, ...dates });
  if (isConflict(user)) throw new Error("The user exists.");
  const expiresAt = new Date(now.getTime() + 86_400_000);
  await db.insert(sessionModel, { userId: user.id, token, expiresAt, ...dates });
}

function readOf(database: SqlDatabase): Read {
  const db = database.connect(schema);
  return () => db.find(sessionModel, { token }, { with: userModel });
}
