import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import type { Schema } from "@keyhold/core/adapter";
import {
  accountModel,
  bool,
  counter,
  date,
  defineModel,
  type Model,
  sessionModel,
  text,
  userModel,
  verificationModel,
  withColumns,
} from "@keyhold/core/plugin";
import { describe, expect, it } from "vitest";
import { referenceTables } from "../../../../tests/harness/reference-tables.ts";
import { type MigrationPlan, planMigration } from "./plan.js";

const core = [userModel, sessionModel, accountModel, verificationModel];
const schemaOf = (...models: readonly Model[]): Schema => ({
  models: new Map(models.map((model) => [model.name, model])),
});
const planFor = (memory: DatabaseSync, ...models: readonly Model[]): Promise<MigrationPlan> =>
  planMigration(sqlite(memory), schemaOf(...models));

async function migrated(...models: readonly Model[]): Promise<DatabaseSync> {
  const memory = new DatabaseSync(":memory:");
  await (await planFor(memory, ...models)).apply();
  return memory;
}

describe("the plan for an empty database", () => {
  it("creates tables after those they reference, then the indexes", async () => {
    const plan = await planFor(new DatabaseSync(":memory:"), accountModel, sessionModel, userModel, verificationModel);
    expect(plan.isEmpty).toBe(false);
    expect(plan.describe().split("\n")).toEqual([
      'create the table "user"',
      'create the table "account"',
      'create the table "session"',
      'create the table "verification"',
      'create the unique index on "user" (email)',
      'create the unique index on "account" (providerId, accountId)',
      'create the index on "account" (accountId)',
      'create the index on "account" (userId)',
      'create the unique index on "session" (token)',
      'create the index on "session" (expiresAt)',
      'create the index on "session" (userId)',
      'create the index on "verification" (identifier)',
      'create the index on "verification" (expiresAt)',
    ]);
  });

  it("is applied once: the next plan is empty", async () => {
    const memory = await migrated(...core);
    const plan = await planFor(memory, ...core);
    expect(plan).toMatchObject({ isEmpty: true, statements: [], warnings: [] });
    expect(plan.describe()).toBe("The database is up to date.");
  });

  it("may be applied by two processes concurrently", async () => {
    const folder = mkdtempSync(join(tmpdir(), "keyhold-"));
    const databases = [1, 2, 3].map(() => sqlite(join(folder, "auth.sqlite")));
    const plans = await Promise.all(databases.map((database) => planMigration(database, schemaOf(...core))));
    await Promise.all(plans.map((plan) => plan.apply()));
    for (const database of databases) {
      expect((await planMigration(database, schemaOf(...core))).isEmpty).toBe(true);
      await database.close();
    }
    rmSync(folder, { recursive: true });
  });

  it("needs the connection of migrations, which a database of another migration tool does not have", async () => {
    const database = { ...sqlite(new DatabaseSync(":memory:")), session: null };
    await expect(planMigration(database, schemaOf(...core))).rejects.toThrow(/runs no migrations.*keyhold generate/);
  });

  it("rolls back if one statement fails", async () => {
    const memory = new DatabaseSync(":memory:");
    const plan = await planFor(memory, ...core);
    memory.exec("create table verification (id text)");
    await expect(plan.apply()).rejects.toThrow(/Could not create the index on "verification"/);
    const tables = memory.prepare("select name from sqlite_master where type = 'table'").all();
    expect(tables.map(({ name }) => name)).toEqual(["verification"]);
  });
});

describe("the plan for tables of other software", () => {
  it("adds the missing indexes, and changes no more", async () => {
    const memory = new DatabaseSync(":memory:");
    for (const statement of referenceTables("sqlite")) memory.exec(statement);
    const plan = await planFor(memory, ...core);
    expect(plan.warnings).toEqual([]);
    expect(plan.describe().split("\n")).toEqual([
      'create the index on "session" (expiresAt)',
      'create the index on "session" (userId)',
      'create the unique index on "account" (providerId, accountId)',
      'create the index on "account" (accountId)',
      'create the index on "account" (userId)',
      'create the index on "verification" (identifier)',
      'create the index on "verification" (expiresAt)',
    ]);
    await plan.apply();
    expect((await planFor(memory, ...core)).isEmpty).toBe(true);
  });

  it("names the duplicate rows that prevent a unique index", async () => {
    const memory = new DatabaseSync(":memory:");
    for (const statement of referenceTables("sqlite")) memory.exec(statement);
    memory.exec(`insert into user values ('u', '', '', 1, null, '', '')`);
    for (const id of ["1", "2"]) {
      memory.exec(`insert into account (id, accountId, providerId, userId, createdAt, updatedAt)
        values ('${id}', 'x', 'github', 'u', '', '')`);
    }
    const plan = await planFor(memory, ...core);
    await expect(plan.apply()).rejects.toThrow(
      /unique index on "account" \(providerId, accountId\): some rows have the same values/,
    );
  });

  it("warns of unsuitable types, and of required columns without a model", async () => {
    const memory = new DatabaseSync(":memory:");
    memory.exec(
      "create table thing (id integer primary key, name text not null, note text not null, extra text not null)",
    );
    const thing = defineModel("thing", { id: text(), name: text(), note: text().optional() });
    const { warnings, statements } = await planFor(memory, thing);
    expect(statements).toEqual([]);
    expect(warnings).toEqual([
      '"thing.id" has the type integer, which may not fit text values',
      '"thing.note" is NOT NULL, but rows with null will be written',
      '"thing.extra" is required, but in no model: inserts of new rows will fail',
    ]);
  });

  it("does not accept a partial index for one of all rows, nor reuse its name", async () => {
    const memory = await migrated(defineModel("thing", { id: text(), name: text() }));
    memory.exec("create unique index thing_name_unique on thing (name) where name <> ''");
    const thing = defineModel("thing", { id: text(), name: text().unique() });
    const plan = await planFor(memory, thing);
    expect(plan.statements).toEqual([`create unique index if not exists "thing_name_unique_2" on "thing" ("name")`]);
    await plan.apply();
    expect((await planFor(memory, thing)).isEmpty).toBe(true);
  });
});

describe("a new column", () => {
  const now = new Date().toISOString();
  const withUser = async (): Promise<DatabaseSync> => {
    const memory = await migrated(userModel);
    memory.prepare("insert into user values ('u', 'Ada', 'a@b.c', 1, null, ?, ?)").run(now, now);
    return memory;
  };

  it("is added empty when it is optional", async () => {
    const memory = await withUser();
    const user = withColumns(userModel, { nickname: text().optional().unique() });
    await (await planFor(memory, user)).apply();
    expect(await sqlite(memory).connect(schemaOf(user)).find(user, { id: "u" })).toMatchObject({ nickname: null });
    expect((await planFor(memory, user)).isEmpty).toBe(true);
  });

  it("gets its constant default in existing rows", async () => {
    const memory = await withUser();
    const user = withColumns(userModel, {
      isBanned: bool().initially(() => false),
      visits: counter(),
      plan: text().initially(() => "it's free"),
      since: date().initially(() => new Date(0)),
    });
    await (await planFor(memory, user)).apply();
    const found = await sqlite(memory).connect(schemaOf(user)).find(user, { id: "u" });
    expect(found).toMatchObject({ isBanned: false, visits: 0, plan: "it's free", since: new Date(0) });
  });

  it.each([
    ["no default", text()],
    ["a random one", text().initially(() => crypto.randomUUID())],
    ["the current time", date().initially(() => new Date())],
  ])("is rejected by name if it is required and has %s, and there are rows", async (_, column) => {
    const memory = await withUser();
    await expect(planFor(memory, withColumns(userModel, { plan: column }))).rejects.toThrow(
      /"user.plan" is required and has no default, but the table has rows/,
    );
  });

  it("is added if it is required and there are no rows", async () => {
    const memory = await migrated(userModel);
    const user = withColumns(userModel, { plan: text() });
    await (await planFor(memory, user)).apply();
    expect((await planFor(memory, user)).isEmpty).toBe(true);
  });
});

describe("a long name", () => {
  it("is shortened the same way each time", async () => {
    const long = "a".repeat(40);
    const thing = defineModel(
      `${long}_table`,
      { id: text(), [`${long}_1`]: text(), [`${long}_2`]: text() },
      {
        indexes: [[`${long}_1`, `${long}_2`], [`${long}_2`]],
      },
    );
    const memory = await migrated(thing);
    const names = memory.prepare("select name from sqlite_master where type = 'index' and sql is not null").all();
    expect(names.every(({ name }) => String(name).length <= 60)).toBe(true);
    expect((await planFor(memory, thing)).isEmpty).toBe(true);
  });
});
