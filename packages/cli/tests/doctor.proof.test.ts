import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { createApp, secret, sqliteAuth } from "./app.ts";

const env = { AUTH_SECRET: secret };

/** The line of a check. */
const lineOf = (stdout: string, subject: string): string =>
  stdout.split("\n").find((line) => line.slice(6).startsWith(subject)) ?? "";

describe("keyhold doctor", () => {
  test("finds a missing migration, and exits with 0 after it", async () => {
    const app = createApp({ "auth.ts": sqliteAuth() });
    const before = await app.keyhold(["doctor"], { env });
    expect(lineOf(before.stdout, "tables")).toMatch(
      /^fail {2}tables {7}the migration is missing: create the table "user", and \d+ more$/,
    );
    expect(before.code).toBe(1);
    await app.keyhold(["migrate", "--yes"], { env });
    const after = await app.keyhold(["doctor"], { env });
    expect(lineOf(after.stdout, "tables")).toBe("ok    tables       as the models");
    expect(lineOf(after.stdout, "database")).toMatch(/^ok/);
    expect(lineOf(after.stdout, "clock")).toMatch(/^ok/);
    expect(lineOf(after.stdout, "email")).toMatch(/^warn/);
    expect(after.stdout).toMatch(/^0 failed, 1 with a warning, \d+ well\.$/m);
    expect(after.code).toBe(0);
  });

  test.each<[string, string, string, string, Record<string, string>?]>([
    ["a public app over http", "", "baseURL", "fail", { AUTH_URL: "http://example.com" }],
    ["a public app without a trusted proxy", "", "proxies", "warn", { AUTH_URL: "https://example.com" }],
    ["localhost in production", "", "baseURL", "warn", { NODE_ENV: "production" }],
    ["an http origin", 'trustedOrigins: ["http://example.com"],', "origins", "warn"],
    ["no rate limits", "rateLimit: { enabled: false },", "rate limits", "warn"],
  ])("tells of %s", async (_, options, subject, level, variables = {}) => {
    const app = createApp({ "auth.ts": sqliteAuth(options) });
    const { stdout } = await app.keyhold(["doctor"], { env: { ...env, ...variables } });
    expect(lineOf(stdout, subject)).toMatch(new RegExp(`^${level}`));
    expect(stdout).toMatch(new RegExp(`^${level} .*${subject}.*\\n {19}→ \\S`, "m"));
  });

  test("tells of addresses with capital letters, and so does migrate, also with --dry-run", async () => {
    const app = createApp({ "auth.ts": sqliteAuth() });
    await app.keyhold(["migrate", "--yes"], { env });
    const database = new DatabaseSync(join(app.folder, "app.db"));
    const now = "2026-01-01T00:00:00.000Z";
    const insert = 'insert into "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")';
    database.prepare(`${insert} values (?, ?, ?, 0, ?, ?)`).run("1", "Ada", "Ada@Example.com", now, now);
    database.close();
    const told = '"user.email" has addresses with capital letters';
    const { code, stdout } = await app.keyhold(["doctor"], { env });
    expect(stdout).toMatch(new RegExp(`^warn  tables       ${told}.*update "user" set "email" = lower`, "m"));
    expect(code).toBe(0);
    for (const words of [["migrate"], ["migrate", "--dry-run"]])
      expect((await app.keyhold(words, { env })).stdout).toContain(`! ${told}`);
    expect((await app.keyhold(["migrate", "--sql"], { env })).stderr).toContain(`warning: ${told}`);
  });

  test("lists config errors, one line each", async () => {
    const { code, stdout } = await createApp({ "auth.ts": sqliteAuth('basePath: "no",') }).keyhold(["doctor"]);
    expect(stdout.match(/^fail {2}config/gm)).toHaveLength(2);
    expect(code).toBe(1);
  });

  test("tells of a database that does not answer", async () => {
    const app = createApp({
      "auth.ts": sqliteAuth(
        'database: postgres("postgres://nobody@127.0.0.1:1/none"),',
        'import { postgres } from "@keyhold/adapter-sql/postgres";',
      ),
    });
    const { code, stdout } = await app.keyhold(["doctor"], { env });
    expect(lineOf(stdout, "database")).toMatch(/^fail {2}database {5}postgres does not answer/);
    expect(stdout).toContain("→ Check that the server runs, the host and port in the URL");
    expect(code).toBe(1);
  });
});
