import { planMigration } from "@keyhold/adapter-sql";
import { parts } from "@keyhold/adapter-sql/drivers";
import { postgres } from "@keyhold/adapter-sql/postgres";
import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { createAuth } from "@keyhold/core";
import { createBrowser } from "@keyhold/testing";
import BetterSqlite from "better-sqlite3";
import { eq } from "drizzle-orm";
import { drizzle as onBetterSqlite } from "drizzle-orm/better-sqlite3";
import { drizzle as onNodePostgres } from "drizzle-orm/node-postgres";
import pg from "pg";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { freshDatabase } from "../../../tests/harness/databases.js";
import * as postgresSchema from "../../../tests/harness/drizzle-tables/postgres-schema.ts";
import * as sqliteSchema from "../../../tests/harness/drizzle-tables/sqlite-schema.ts";
import { type DrizzleDatabase, drizzleAdapter } from "../src/index.js";

const naming = { case: "snake", plural: true } as const;
const services = inject("services");
const ada = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };

function authOver(db: DrizzleDatabase, schema: Readonly<Record<string, unknown>>) {
  return createAuth({
    secret: "only for this test: 4f9b7c21d8e3a650",
    baseURL: "http://localhost:3000",
    database: drizzleAdapter(db, { schema }),
    emailAndPassword: {
      enabled: true,
      passwordHashing: { algorithm: "scrypt", cost: { logN: 10, blockSize: 8, parallelism: 1 } },
    },
  });
}

/** Signs a user up, out, and in again; answers the session. */
async function signUpAndIn(auth: ReturnType<typeof authOver>): Promise<unknown> {
  const browser = createBrowser(auth, { baseURL: "http://localhost:3000", ipAddress: "203.0.113.7" });
  expect((await browser.post("/sign-up/email", ada)).status).toBe(200);
  expect((await browser.post("/sign-out", {})).status).toBe(200);
  expect(await (await browser.get("/get-session")).json()).toBe(null);
  expect((await browser.post("/sign-in/email", ada)).status).toBe(200);
  return (await browser.get("/get-session")).json();
}

describe("an app with tables of its own, in snake case", () => {
  test("on SQLite signs a user up and in, and reads the user by its own query", async () => {
    const client = new BetterSqlite(":memory:");
    onTestFinished(() => void client.close());
    const db = onBetterSqlite({ client, schema: sqliteSchema });
    const auth = authOver(db, sqliteSchema);
    await (await planMigration(sqlite(client, { naming }), auth.schema)).apply();
    client.exec("alter table users add column plan text not null default 'free'");

    expect(await signUpAndIn(auth)).toMatchObject({ user: { email: ada.email } });
    const user = await db.query.users.findFirst({ where: eq(sqliteSchema.users.email, ada.email) });
    expect(user).toMatchObject({ name: "Ada", emailVerified: false, plan: "free", createdAt: expect.any(String) });

    const { rowWarnings } = drizzleAdapter(db, { schema: sqliteSchema })[parts];
    expect(await rowWarnings(auth.schema)).toEqual([]);
    client.exec("update users set email = 'Ada@Example.com'");
    expect(await rowWarnings(auth.schema)).toEqual([
      expect.stringContaining('"users.email" has addresses with capital'),
    ]);
  });

  test.skipIf(services.postgres === null)(
    "on PostgreSQL with UUIDs signs a user up and in, and reads the user by its own query",
    async () => {
      const fresh = await freshDatabase("postgres", services);
      const pool = new pg.Pool({ connectionString: fresh.place });
      onTestFinished(async () => {
        await pool.end();
        await fresh.drop();
      });
      const db = onNodePostgres({ client: pool, schema: postgresSchema, casing: "snake_case" });
      const auth = authOver(db, postgresSchema);
      await (await planMigration(postgres(pool, { naming, ids: "uuid7" }), auth.schema)).apply();

      expect(await signUpAndIn(auth)).toMatchObject({ user: { email: ada.email } });
      const user = await db.query.users.findFirst({ with: { sessions: true } });
      expect(user).toMatchObject({ name: "Ada", emailVerified: false, createdAt: expect.any(Date) });
      expect(user?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
      expect(user?.sessions).toMatchObject([{ userId: user?.id }]);
    },
  );
});
