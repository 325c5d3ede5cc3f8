import { coreModels, mergeSchema } from "@keyhold/core/adapter";
import { isConflict, userModel } from "@keyhold/core/plugin";
import { afterEach, describe, expect, inject, it } from "vitest";
import { databaseTypes, freshDatabase } from "../../../tests/harness/databases.js";
import { planMigration } from "../src/index.js";
import { mysql } from "../src/mysql.js";
import { postgres } from "../src/postgres.js";

const services = inject("services");
const { schema } = mergeSchema([{ from: "core", models: coreModels, extends: {} }]);
const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const now = new Date("2026-01-01T00:00:00Z");
const ada = { name: "Ada", email: "ada@example.com", emailVerified: false, createdAt: now, updatedAt: now };
const order = { orderBy: "email", limit: 9 } as const;

/** A replica that never gets a row of the primary; `hasTables` false: no table either. */
async function open(type: "postgres" | "mysql", hasTables: boolean) {
  const openDatabase = type === "postgres" ? postgres : mysql;
  const [primary, copy] = [await freshDatabase(type, services), await freshDatabase(type, services)];
  cleanups.push(primary.drop, copy.drop);
  for (const { place } of hasTables ? [primary, copy] : [primary]) {
    const database = openDatabase(place);
    await (await planMigration(database, schema)).apply();
    await database.close();
  }
  const database = openDatabase(primary.place, { replica: copy.place });
  cleanups.push(database.close);
  const db = database.connect(schema);
  expect(isConflict(await db.insert(userModel, ada))).toBe(false);
  return db;
}

const servers = ["postgres", "mysql"] as const;
const isMissing = (type: (typeof servers)[number]): boolean => !databaseTypes(services).includes(type);

describe.each(servers)("a read replica on %s", (type) => {
  it.skipIf(isMissing(type))("answers lists and counts that may lag, and no other read", async () => {
    const db = await open(type, true);
    expect(await db.list(userModel, {}, { ...order, mayLag: true })).toEqual([]);
    expect(await db.count(userModel, {}, { mayLag: true })).toBe(0);
    expect(await db.list(userModel, {}, order)).toHaveLength(1);
    expect(await db.count(userModel, {})).toBe(1);
    expect(await db.exists(userModel, { email: ada.email })).toBe(true);
    expect(await db.find(userModel, { email: ada.email })).toMatchObject(ada);
  });

  it.skipIf(isMissing(type))("answers nothing in a transaction", async () => {
    const db = await open(type, true);
    await db.transaction(async (tx) => {
      expect(await tx.list(userModel, {}, { ...order, mayLag: true })).toHaveLength(1);
      expect(await tx.count(userModel, {}, { mayLag: true })).toBe(1);
    });
  });

  it.skipIf(isMissing(type))("costs no answer while it fails", async () => {
    const db = await open(type, false);
    expect(await db.list(userModel, {}, { ...order, mayLag: true })).toHaveLength(1);
    expect(await db.count(userModel, {}, { mayLag: true })).toBe(1);
  });
});
