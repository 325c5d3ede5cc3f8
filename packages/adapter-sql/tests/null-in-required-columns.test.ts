import { createAuth } from "@keyhold/core";
import { bool, date, integer, json, text } from "@keyhold/core/plugin";
import { afterEach, describe, expect, inject, it } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../tests/harness/databases.js";
import { runSql } from "../../../tests/harness/run-sql.js";
import { planMigration, type SqlDatabase } from "../src/index.js";
import { mysql } from "../src/mysql.js";
import { postgres } from "../src/postgres.js";
import { parts } from "../src/sql-parts.js";
import { sqlite } from "../src/sqlite.js";

const services = inject("services");
const openers = { sqlite, postgres, mysql } as const;
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const person = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };

const optional = {
  nick: text().optional(),
  score: integer().optional(),
  news: bool().optional(),
  born: date().optional(),
  theme: json<{ hue: number }>().optional(),
  code: text().optional(),
};
const required = {
  nick: text().initially(() => "it's"),
  score: integer().initially(() => 7),
  news: bool().initially(() => true),
  born: date().initially(() => new Date("2000-01-02T03:04:05.678Z")),
  theme: json<{ hue: number }>().initially(() => ({ hue: 3 })),
  code: text(),
};

/** A database whose columns of the app were optional when a user signed up. */
async function open(type: FreshDatabase["type"]) {
  const fresh = await freshDatabase(type, services);
  const database: SqlDatabase = openers[type](fresh.place);
  cleanups.push(fresh.drop, database.close);
  const config = {
    secret: "only for null-in-required-columns.test.ts: 4f9b7c21d8",
    baseURL: "http://localhost:3000",
    database,
    emailAndPassword: { enabled: true },
    rateLimit: { enabled: false },
  };
  const before = createAuth({ ...config, user: { columns: optional } });
  await (await planMigration(database, before.schema)).apply();
  const after = createAuth({ ...config, user: { columns: required } });
  const warnings = (auth: { readonly schema: typeof before.schema }) => database[parts].rowWarnings(auth.schema);
  return { fresh, before, after, warnings };
}

describe.each(databaseTypes(services))("a column that was optional before, on %s", (type) => {
  it("is in a warning if it is null in a row, whose statement fills the rows with the initial value", async () => {
    const { fresh, before, after, warnings } = await open(type);
    await before.api.signUp.email(person);
    expect(await warnings(before)).toEqual([]);
    const told = await warnings(after);
    expect(told.map((warning) => warning.slice(0, warning.indexOf(":")))).toEqual(
      Object.keys(required).map((name) => `"user.${name}" is required, but null in some rows`),
    );
    expect(told.at(-1)).toMatch(/answers have null for them\. Give them a value\.$/);
    const updates = told.flatMap((warning) => /update .+/.exec(warning)?.[0] ?? []);
    await runSql(fresh, updates);
    const { user } = await after.api.signIn.email(person);
    expect(user).toMatchObject({
      nick: "it's",
      score: 7,
      news: true,
      born: new Date("2000-01-02T03:04:05.678Z"),
      theme: { hue: 3 },
      code: null,
    });
    expect(await warnings(after)).toHaveLength(1);
  });

  it("is in no warning while each row has a value", async () => {
    const { after, warnings } = await open(type);
    expect(await warnings(after)).toEqual([]);
  });
});
