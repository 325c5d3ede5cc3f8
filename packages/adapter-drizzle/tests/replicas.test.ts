import { planMigration } from "@keyhold/adapter-sql";
import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { coreModels, mergeSchema } from "@keyhold/core/adapter";
import { userModel } from "@keyhold/core/plugin";
import BetterSqlite from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { drizzle as onNodePostgres } from "drizzle-orm/node-postgres";
import { withReplicas } from "drizzle-orm/sqlite-core";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import * as tables from "../../../tests/harness/drizzle-tables/sqlite-schema.ts";
import { drizzleAdapter } from "../src/index.js";

const { schema } = mergeSchema([{ from: "core", models: coreModels, extends: {} }]);
const now = new Date("2026-01-01T00:00:00Z");
const ada = { name: "Ada", email: "ada@example.com", emailVerified: false, createdAt: now, updatedAt: now };
const page = { orderBy: "email", limit: 9, mayLag: true } as const;

async function open() {
  const client = new BetterSqlite(":memory:");
  onTestFinished(() => void client.close());
  const naming = { case: "snake", plural: true } as const;
  await (await planMigration(sqlite(client, { naming }), schema)).apply();
  return drizzle({ client });
}

test("a database of `withReplicas` reads from its primary only", async () => {
  const db = withReplicas(await open(), [await open()]);
  const adapter = drizzleAdapter(db, { schema: tables }).connect(schema);
  await adapter.insert(userModel, ada);
  expect(await adapter.find(userModel, { email: ada.email })).toMatchObject(ada);
  expect(await adapter.list(userModel, {}, page)).toHaveLength(1);
});

test("the option `replica` answers reads that may lag, and no others", async () => {
  const adapter = drizzleAdapter(await open(), { schema: tables, replica: await open() }).connect(schema);
  await adapter.insert(userModel, ada);
  expect(await adapter.list(userModel, {}, page)).toEqual([]);
  expect(await adapter.count(userModel, {})).toBe(1);
});

test("a replica of another kind of database is refused", async () => {
  const pool = new pg.Pool({ connectionString: "postgres://nowhere.invalid/app" });
  onTestFinished(() => pool.end());
  const db = await open();
  expect(() => drizzleAdapter(db, { schema: tables, replica: onNodePostgres({ client: pool }) })).toThrow(
    "drizzleAdapter(): `replica` is on postgres, and the database on sqlite.",
  );
});
