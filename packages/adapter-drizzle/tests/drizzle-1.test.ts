import { planMigration } from "@keyhold/adapter-sql";
import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { createAuth } from "@keyhold/core";
import { createBrowser } from "@keyhold/testing";
import BetterSqlite from "better-sqlite3";
import { drizzle } from "drizzle-orm-1/better-sqlite3";
import { integer, snakeCase, text, unique } from "drizzle-orm-1/sqlite-core";
import { expect, onTestFinished, test } from "vitest";
import { drizzleAdapter } from "../src/index.js";

const times = () => ({ createdAt: text().notNull(), updatedAt: text().notNull() });
const user = snakeCase.table("users", {
  id: text().primaryKey(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: integer({ mode: "boolean" }).notNull(),
  image: text(),
  ...times(),
});
const userId = () =>
  text()
    .notNull()
    .references(() => user.id, { onDelete: "cascade" });
const session = snakeCase.table("sessions", {
  id: text().primaryKey(),
  userId: userId(),
  token: text().notNull().unique(),
  expiresAt: text().notNull(),
  ipAddress: text(),
  userAgent: text(),
  ...times(),
});
const account = snakeCase.table(
  "accounts",
  {
    id: text().primaryKey(),
    userId: userId(),
    accountId: text().notNull(),
    providerId: text().notNull(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: text(),
    refreshTokenExpiresAt: text(),
    scope: text(),
    password: text(),
    ...times(),
  },
  (table) => [unique().on(table.providerId, table.accountId)],
);
const verification = snakeCase.table("verifications", {
  id: text().primaryKey(),
  identifier: text().notNull(),
  value: text().notNull(),
  expiresAt: text().notNull(),
  createdAt: text(),
  updatedAt: text(),
});

test("tables of Drizzle 1, which name their columns themselves, keep the users of an auth", async () => {
  const client = new BetterSqlite(":memory:");
  onTestFinished(() => void client.close());
  const auth = createAuth({
    secret: "only for this test: 4f9b7c21d8e3a650",
    baseURL: "http://localhost:3000",
    database: drizzleAdapter(drizzle({ client }), { schema: { user, session, account, verification } }),
    emailAndPassword: {
      enabled: true,
      passwordHashing: { algorithm: "scrypt", cost: { logN: 10, blockSize: 8, parallelism: 1 } },
    },
  });
  const naming = { case: "snake", plural: true } as const;
  await (await planMigration(sqlite(client, { naming }), auth.schema)).apply();

  const browser = createBrowser(auth, { baseURL: "http://localhost:3000", ipAddress: "203.0.113.7" });
  const ada = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };
  expect((await browser.post("/sign-up/email", ada)).status).toBe(200);
  expect(await (await browser.get("/get-session")).json()).toMatchObject({ user: { email: ada.email } });
  expect((await browser.post("/sign-out", {})).status).toBe(200);
  expect(await (await browser.get("/get-session")).json()).toBe(null);
});
