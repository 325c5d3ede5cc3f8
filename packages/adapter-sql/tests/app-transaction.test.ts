import { createAuth } from "@keyhold/core";
import { createPool } from "mysql2/promise";
import { afterEach, describe, expect, inject, it } from "vitest";
import { databaseTypes, freshDatabase } from "../../../tests/harness/databases.js";
import { planMigration, type SqlDatabase } from "../src/index.js";
import { mysql } from "../src/mysql.js";
import { pglite } from "../src/pglite.js";
import { postgres } from "../src/postgres.js";
import { sqlite } from "../src/sqlite.js";

const services = inject("services");
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const person = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };

/** The cheapest: each type of database hashes six passwords. */
const passwordHashing = { algorithm: "scrypt", cost: { logN: 4, blockSize: 8, parallelism: 1 } } as const;

const start = <Tx>(database: SqlDatabase<Tx>) =>
  createAuth({
    secret: "a secret of more than thirty-two characters",
    baseURL: "http://localhost:3000",
    database,
    emailAndPassword: { enabled: true, passwordHashing },
  });

/** What the two databases on PostgreSQL have in common. */
interface Queries {
  query(sql: string, values: unknown[]): Promise<unknown>;
}

/** An auth over the database of a type, with functions that write and count the app's own rows. */
async function open(type: "sqlite" | "postgres" | "mysql" | "pglite") {
  const fresh = type === "pglite" ? null : await freshDatabase(type, services);
  const place = fresh?.place ?? "memory://";
  const name = "create table profile (userId varchar(36) primary key)";
  const insert = "insert into profile values";
  const count = "select count(*) as count from profile";
  if (fresh) cleanups.push(fresh.drop);
  const migrated = async (database: SqlDatabase, auth: { schema: Parameters<typeof planMigration>[1] }) => {
    cleanups.push(database.close);
    await (await planMigration(database, auth.schema)).apply();
  };
  if (type === "sqlite") {
    const database = sqlite(place);
    const auth = start(database);
    await migrated(database, auth);
    database.database.exec(name);
    const counted = async () => Number((database.database.prepare(count).all() as { count: number }[])[0]?.count);
    const run = (fail: boolean) =>
      auth.transaction(async ({ api, tx }) => {
        const { user } = await api.signUp.email(person);
        tx.exec(`${insert} ('${user.id}')`);
        if (fail) throw new Error("on purpose");
      });
    return { auth, run, counted };
  }
  if (type === "mysql") {
    const database = mysql(createPool({ uri: place }));
    cleanups.push(() => database.pool.promise().end());
    const auth = start(database);
    await migrated(database, auth);
    await database.pool.promise().query(name);
    const counted = async () => {
      const [rows] = await database.pool.promise().query(count);
      return Number((rows as { count: number }[])[0]?.count);
    };
    const run = (fail: boolean) =>
      auth.transaction(async ({ api, tx }) => {
        const { user } = await api.signUp.email(person);
        await tx.query(`${insert} (?)`, [user.id]);
        if (fail) throw new Error("on purpose");
      });
    return { auth, run, counted };
  }
  const database = type === "postgres" ? postgres(place) : pglite(place);
  const query = (sql: string): Promise<{ rows: unknown[] }> =>
    "pool" in database ? database.pool.query(sql) : database.instance.query(sql);
  const auth = start<Queries>(database as object as SqlDatabase<Queries>);
  await migrated(database, auth);
  await query(name);
  const counted = async () => Number(((await query(count)).rows as { count: number }[])[0]?.count);
  const run = (fail: boolean) =>
    auth.transaction(async ({ api, tx }) => {
      const { user } = await api.signUp.email(person);
      await tx.query(`${insert} ($1)`, [user.id]);
      if (fail) throw new Error("on purpose");
    });
  return { auth, run, counted };
}

describe.each([...databaseTypes(services), "pglite"] as const)("auth.transaction on %s", (type) => {
  it("keeps the user and the app's row, or neither of them", { timeout: 60_000 }, async () => {
    const { auth, run, counted } = await open(type);
    await expect(run(true)).rejects.toThrow("on purpose");
    expect(await counted()).toBe(0);
    await expect(auth.api.signIn.email(person)).rejects.toMatchObject({ code: "INVALID_EMAIL_OR_PASSWORD" });

    await run(false);
    expect(await counted()).toBe(1);
    expect(await auth.api.signIn.email(person)).toMatchObject({ user: { email: person.email } });

    await expect(run(false)).rejects.toMatchObject({ code: "USER_ALREADY_EXISTS" });
    expect(await counted()).toBe(1);
    await auth.idle();
  });
});
