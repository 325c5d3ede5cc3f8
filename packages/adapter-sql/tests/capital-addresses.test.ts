import { createAuth } from "@keyhold/core";
import { afterEach, describe, expect, inject, it } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../tests/harness/databases.js";
import { referenceTables } from "../../../tests/harness/reference-tables.js";
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

/** An app whose earlier code has stored the address of a user with capital letters. */
async function open(type: FreshDatabase["type"], change = (statement: string): string => statement) {
  const fresh = await freshDatabase(type, services);
  const citext = type === "postgres" ? ["create extension if not exists citext"] : [];
  await runSql(fresh, [...citext, ...referenceTables(type).map(change)]);
  const database: SqlDatabase = openers[type](fresh.place);
  cleanups.push(fresh.drop, database.close);
  const auth = createAuth({
    secret: "only for capital-addresses.test.ts: 4f9b7c21d8",
    baseURL: "http://localhost:3000",
    database,
    emailAndPassword: { enabled: true },
    rateLimit: { enabled: false },
  });
  await (await planMigration(database, auth.schema)).apply();
  await auth.api.signUp.email(person);
  const table = type === "mysql" ? "`user`" : '"user"';
  await runSql(fresh, [`update ${table} set email = 'Ada@Example.com' where email = 'ada@example.com'`]);
  const signIn = (): Promise<string> =>
    auth.api.signIn.email(person).then(
      ({ user }) => user.name,
      ({ code }) => code,
    );
  return { fresh, signIn, warnings: () => database[parts].rowWarnings(auth.schema) };
}

describe.each(databaseTypes(services))("addresses with capital letters in the table of an app on %s", (type) => {
  it("are in a warning, whose statement lets their users sign in", async () => {
    const { fresh, signIn, warnings } = await open(type);
    expect(await signIn()).toBe("INVALID_EMAIL_OR_PASSWORD");
    const quoted = (name: string): string => (type === "mysql" ? `\`${name}\`` : `"${name}"`);
    const [user, email] = [quoted("user"), quoted("email")];
    const differs = {
      sqlite: `${email} <> lower(${email}) collate binary`,
      postgres: `${email} <> lower(${email})`,
      mysql: `cast(${email} as binary) <> cast(lower(${email}) as binary)`,
    };
    const update = `update ${user} set ${email} = lower(${email}) where ${differs[type]}`;
    expect(await warnings()).toEqual([
      '"user.email" has addresses with capital letters, and look-ups are in lower case: these users cannot sign in. ' +
        `First find the addresses that several users share: select lower(${email}), count(*) from ${user} group by ` +
        `lower(${email}) having count(*) > 1. Without shared addresses: ${update}`,
    ]);
    await runSql(fresh, [update]);
    expect(await warnings()).toEqual([]);
    expect(await signIn()).toBe("Ada");
  });

  it("are looked for only if the table is there", async () => {
    const fresh = await freshDatabase(type, services);
    const database: SqlDatabase = openers[type](fresh.place);
    cleanups.push(fresh.drop, database.close);
    const auth = createAuth({
      secret: "only for this test: 4f9b7c21d8e3a650",
      baseURL: "http://localhost:3000",
      database,
    });
    expect(await database[parts].rowWarnings(auth.schema)).toEqual([]);
  });

  // On MySQL a look-up compares bytes, whatever the column does.
  if (type === "mysql") return;
  it("are in no warning if the column compares without case: look-ups find them", async () => {
    const loose = type === "sqlite" ? "text collate nocase" : "citext";
    const { signIn, warnings } = await open(type, (one) => one.replace('"email" text', `"email" ${loose}`));
    expect(await signIn()).toBe("Ada");
    expect(await warnings()).toEqual([]);
  });
});
