import { admin } from "@keyhold/admin";
import { createAuth } from "@keyhold/core";
import { isIn, sessionModel, text, userModel, withColumns } from "@keyhold/core/plugin";
import { passkey } from "@keyhold/passkey";
import { afterEach, describe, expect, inject, it } from "vitest";
import { freshDatabase } from "../../../tests/harness/databases.js";
import { referenceTables } from "../../../tests/harness/reference-tables.js";
import { runSql } from "../../../tests/harness/run-sql.js";
import { planMigration } from "../src/index.js";
import { postgres } from "../src/postgres.js";

const services = inject("services");
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const person = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };

/** An app's tables, with other types of ids and roles. */
async function open(change: (statement: string) => string, before: readonly string[] = []) {
  const fresh = await freshDatabase("postgres", services);
  await runSql(fresh, [...before, ...referenceTables("postgres").map(change)]);
  const database = postgres(fresh.place);
  cleanups.push(fresh.drop, database.close);
  const auth = createAuth({
    secret: "a secret of more than thirty-two characters",
    baseURL: "http://localhost:3000",
    database,
    emailAndPassword: { enabled: true },
    rateLimit: { enabled: false },
    plugins: [admin(), passkey()],
  });
  const plan = await planMigration(database, auth.schema);
  return { auth, plan, database, db: database.connect(auth.schema) };
}

describe.skipIf(services.postgres === null)("tables of an app on PostgreSQL", () => {
  it("with ids of the type char(36) sign in, and read ids without the blanks at their end", async () => {
    const { auth, plan, database, db } = await open((statement) =>
      statement.replace(/("id"|"userId") text/g, "$1 char(36)"),
    );
    expect(plan.warnings).toEqual([]);
    await plan.apply();
    const { user } = await auth.api.signUp.email(person);
    expect((await auth.api.signIn.email(person)).user.id).toBe(user.id);
    const id = expect.stringMatching(/^\S{32}$/);
    expect(await db.find(sessionModel, { userId: user.id }, { with: userModel })).toMatchObject({
      id,
      userId: user.id,
      user: { id: user.id },
    });
    expect(await db.update(userModel, user.id, { name: "Ada L" })).toMatchObject({ id: user.id });
    expect(await db.list(userModel, {}, { orderBy: "email", limit: 9 })).toMatchObject([
      { id: user.id, name: "Ada L" },
    ]);
    const { rows } = await database.pool.query(
      `select format_type(atttypid, atttypmod) as type from pg_attribute
       where attrelid = '"passkey"'::regclass and attname = 'userId'`,
    );
    expect(rows).toEqual([{ type: "character(36)" }]);
    expect((await planMigration(database, auth.schema)).describe()).toBe("The database is up to date.");
  });

  it("with ids of the type uuid are in the plan, with the option that fits", async () => {
    const { plan } = await open((statement) => statement.replace(/("id"|"userId") text/g, "$1 uuid"));
    expect(plan.warnings.join()).toMatch(/"user\.id" has the type uuid.*`ids`/);
  });

  it("with citext for texts sign in, without a warning for addresses, and with a warning for tokens", async () => {
    const citext = ["create extension if not exists citext"];
    const { auth, plan } = await open((one) => one.replace(/"(email|name)" text/g, '"$1" citext'), citext);
    expect(plan.warnings).toEqual([]);
    await plan.apply();
    await auth.api.signUp.email(person);
    expect((await auth.api.signIn.email({ ...person, email: "ADA@example.com" })).user.email).toBe(person.email);
    const { plan: second } = await open((one) => one.replace('"token" text', '"token" citext'), citext);
    expect(second.warnings).toEqual([
      '"session" compares token without case: values that differ only by case conflict',
    ]);
  });

  it("with an enum for roles are changed, filtered and read", async () => {
    const { auth, plan, db } = await open(
      (statement) => statement.replace('"image" text', '"image" text, "role" role_of_user'),
      ["create type role_of_user as enum ('user', 'admin')"],
    );
    expect(plan.warnings).toEqual([]);
    await plan.apply();
    const { user } = await auth.api.signUp.email(person);
    const roles = withColumns(userModel, { role: text().optional() });
    expect(await db.update(roles, user.id, { role: "admin" })).toMatchObject({ role: "admin" });
    expect(await db.list(roles, { role: "admin" }, { orderBy: "role", limit: 9 })).toMatchObject([{ role: "admin" }]);
    expect(await db.list(roles, { role: isIn(["user", "editor"]) }, { orderBy: "email", limit: 9 })).toEqual([]);
    expect(await db.count(roles, { role: "editor" })).toBe(0);
    const refused = db.update(roles, user.id, { role: "editor" });
    await expect(refused).rejects.toThrow(/The column user\.role refused a value/);
  });
});
