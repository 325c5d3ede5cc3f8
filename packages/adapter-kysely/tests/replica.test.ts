import { DatabaseSync } from "node:sqlite";
import { coreModels, mergeSchema } from "@keyhold/core/adapter";
import { userModel } from "@keyhold/core/plugin";
import { expect, onTestFinished, test } from "vitest";
import { kyselyAdapter, planMigration } from "../src/index.js";
import { sqlite } from "../src/sqlite.js";

const { schema } = mergeSchema([{ from: "core", models: coreModels, extends: {} }]);
const now = new Date("2026-01-01T00:00:00Z");
const ada = { name: "Ada", email: "ada@example.com", emailVerified: false, createdAt: now, updatedAt: now };

async function open() {
  const database = sqlite(new DatabaseSync(":memory:"));
  onTestFinished(() => database.close());
  await (await planMigration(database, schema)).apply();
  return database.kysely;
}

test("the option `replica` answers reads that may lag, and no others", async () => {
  const adapter = kyselyAdapter({ kysely: await open(), type: "sqlite", replica: await open() }).connect(schema);
  await adapter.insert(userModel, ada);
  expect(await adapter.list(userModel, {}, { orderBy: "email", limit: 9, mayLag: true })).toEqual([]);
  expect(await adapter.count(userModel, {})).toBe(1);
});
