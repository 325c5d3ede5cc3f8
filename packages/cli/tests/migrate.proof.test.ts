import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, inject, test } from "vitest";
import { freshDatabase } from "../../../tests/harness/databases.ts";
import { type App, createApp, secret, sqliteAuth } from "./app.ts";

const env = { AUTH_SECRET: secret };

const tablesOf = ({ folder }: App): readonly string[] => {
  const database = new DatabaseSync(join(folder, "app.db"));
  const rows = database.prepare("select name from sqlite_master where type = 'table' order by name").all();
  database.close();
  return rows.map(({ name }) => String(name));
};

const tables = ["account", "session", "user", "verification"];

describe("keyhold migrate", () => {
  test("prints the plan, applies it with --yes, and names each statement", async () => {
    const app = createApp({ "auth.ts": sqliteAuth() });
    const { code, stdout, stderr } = await app.keyhold(["migrate", "--yes"], { env });
    expect(stdout).toContain('  + create the table "user"\n');
    expect(stdout).toMatch(/^Applied (\d+) statements\.$/m);
    expect(stderr).toMatch(/^\[1\/\d+\] create the table "user"$/m);
    expect(code).toBe(0);
    expect(tablesOf(app)).toEqual(tables);
  });

  test("has an empty plan the second time", async () => {
    const app = createApp({ "auth.ts": sqliteAuth() });
    await app.keyhold(["migrate", "--yes"], { env });
    const again = await app.keyhold(["migrate"], { env });
    expect(again.stdout).toContain("The database is up to date.");
    expect(again.code).toBe(0);
  });

  test("changes nothing with --dry-run", async () => {
    const app = createApp({ "auth.ts": sqliteAuth() });
    const { code, stdout } = await app.keyhold(["migrate", "--dry-run"], { env });
    expect(stdout).toContain('+ create the table "user"');
    expect(code).toBe(0);
    expect(tablesOf(app)).toEqual([]);
  });

  test("prints SQL with --sql that another tool can run", async () => {
    const app = createApp({ "auth.ts": sqliteAuth() });
    const { code, stdout, stderr } = await app.keyhold(["migrate", "--sql"], { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const database = new DatabaseSync(join(app.folder, "app.db"));
    database.exec(stdout);
    database.close();
    expect((await app.keyhold(["migrate", "--check"], { env })).code).toBe(0);
  });

  test("exits with 1 for --check if the database is not up to date, and changes nothing", async () => {
    const app = createApp({ "auth.ts": sqliteAuth() });
    const { code, stderr } = await app.keyhold(["migrate", "--check"], { env });
    expect(code).toBe(1);
    expect(stderr).toContain("npx keyhold migrate");
    expect(tablesOf(app)).toEqual([]);
  });

  test("asks only in a terminal: elsewhere it wants --yes", async () => {
    const app = createApp({ "auth.ts": sqliteAuth() });
    const { code, stderr } = await app.keyhold(["migrate"], { env });
    expect(code).toBe(1);
    expect(stderr).toContain("--yes");
    expect(tablesOf(app)).toEqual([]);
  });

  test.each([["--dry-run", "--sql"], ["--check", "--yes"], ["--unknown"]])(
    "answers wrong usage with 2: %s %s",
    async (...options) => {
      const { code, stdout } = await createApp().keyhold(["migrate", ...options.filter(Boolean)]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    },
  );

  test.each([
    ["mine", "npx keyhold generate drizzle, prisma, kysely or sql"],
    ["drizzle (sqlite)", "npx drizzle-kit push"],
    ["prisma (sqlite)", "npx prisma migrate dev"],
  ])("names a database that makes no tables itself, and what to do: %s", async (name, remedy) => {
    const app = createApp({
      "auth.ts": sqliteAuth(`database: { name: "${name}", hasTransactions: true, connect: () => ({}) },`),
    });
    const { code, stderr } = await app.keyhold(["migrate"], { env });
    expect(code).toBe(1);
    expect(stderr).toContain(`${name} makes no tables`);
    expect(stderr).toContain(remedy);
  });

  test.skipIf(!inject("services").postgres)("migrates PostgreSQL", async () => {
    const fresh = await freshDatabase("postgres", inject("services"));
    const app = createApp({
      "auth.ts": sqliteAuth(
        "database: postgres(process.env.DATABASE_URL),",
        'import { postgres } from "@keyhold/adapter-sql/postgres";',
      ),
    });
    const withUrl = { env: { ...env, DATABASE_URL: fresh.place } };
    expect((await app.keyhold(["migrate", "--yes"], withUrl)).code).toBe(0);
    expect((await app.keyhold(["migrate", "--check"], withUrl)).code).toBe(0);
    await fresh.drop();
  });

  test("says so if the server of the database does not answer", async () => {
    const app = createApp({
      "auth.ts": sqliteAuth(
        'database: postgres("postgres://nobody@127.0.0.1:1/none"),',
        'import { postgres } from "@keyhold/adapter-sql/postgres";',
      ),
    });
    const { code, stderr } = await app.keyhold(["migrate", "--check"], { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(/Cannot compare the database with the models: .*\n→ Check that the server runs/s);
  });
});
