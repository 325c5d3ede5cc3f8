import { createAuth } from "@keyhold/core";
import { type AnyColumn, date, json, userModel } from "@keyhold/core/plugin";
import { afterEach, describe, expect, inject, test } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../tests/harness/databases.js";
import { referenceTables } from "../../../tests/harness/reference-tables.js";
import { runSql } from "../../../tests/harness/run-sql.js";
import { planMigration, type SqlDatabase } from "../src/index.js";
import { mysql } from "../src/mysql.js";
import { postgres } from "../src/postgres.js";
import { sqlite } from "../src/sqlite.js";

const services = inject("services");
const openers = { sqlite, postgres, mysql } as const;
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const typesOf = { sqlite: ["json"], postgres: ["json", "jsonb"], mysql: ["json"] } as const;

async function open(type: FreshDatabase["type"], columnType: string, column: AnyColumn = json().optional().input()) {
  const fresh = await freshDatabase(type, services);
  const table = type === "mysql" ? "`user`" : '"user"';
  await runSql(fresh, [...referenceTables(type), `alter table ${table} add column prefs ${columnType}`]);
  const database: SqlDatabase = openers[type](fresh.place);
  cleanups.push(fresh.drop, database.close);
  const auth = createAuth({
    secret: "only for other-types.test.ts: 5a1c7b02e9",
    baseURL: "http://localhost:3000",
    database,
    user: { columns: { prefs: column } },
    emailAndPassword: { enabled: true },
    rateLimit: { enabled: false },
  });
  const plan = await planMigration(database, auth.schema);
  await plan.apply();
  return { auth, plan, db: database.connect(auth.schema) };
}

describe.each(databaseTypes(services))("a JSON column of an app's table on %s", (type) => {
  test.each(typesOf[type])("of the type %s has each value as it was written", async (columnType) => {
    const { auth, plan, db } = await open(type, columnType);
    expect(plan.warnings.filter((one) => one.includes("prefs"))).toEqual([]);
    const values = [{ theme: "dark", tags: ["a", 1, null] }, ["5"], "5", 5, true, "2024-01-01", { "": "ß🙂" }];
    for (const [index, prefs] of values.entries()) {
      const person = { name: "Ada", email: `ada${index}@example.com`, password: "correct horse battery", prefs };
      await auth.api.signUp.email(person);
      expect(await db.find(userModel, { email: person.email })).toMatchObject({ prefs });
    }
    expect((await db.list(userModel, {}, { orderBy: "email", limit: 10 })).map((row) => Object(row).prefs)).toEqual(
      values,
    );
  });
});

describe.each(databaseTypes(services).filter((type) => type === "mysql"))("a date of an app's table on %s", (type) => {
  test("that the type timestamp does not take is refused with 400 and the field, and writes no user", async () => {
    const { auth, db } = await open(type, "timestamp null", date().optional().input());
    const person = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };
    const early = { ...person, prefs: "1950-01-01T00:00:00.000Z" };
    const answer = auth.api.signUp.email(early).catch((error) => error);
    expect(await answer).toMatchObject({ code: "VALIDATION_ERROR", status: 400, issues: [{ path: "prefs" }] });
    expect(await db.count(userModel, {})).toBe(0);
    const late = await auth.api.signUp.email({ ...person, prefs: "2000-01-01T00:00:00.000Z" });
    expect(late.user).toMatchObject({ prefs: new Date("2000-01-01") });
  });
});
