import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, inject, test } from "vitest";
import { freshDatabase } from "../../../tests/harness/databases.ts";
import { runSql } from "../../../tests/harness/run-sql.ts";
import { type App, createApp, environment, install, secret, sqliteAuth } from "./app.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const env = { AUTH_SECRET: secret };
const withAdmin = sqliteAuth("plugins: [admin()],", 'import { admin } from "@keyhold/admin";');

const tsconfig = JSON.stringify({
  compilerOptions: {
    module: "nodenext",
    target: "es2023",
    types: ["node"],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    erasableSyntaxOnly: true,
  },
});

const run = async (app: App, words: readonly string[]): Promise<string> => {
  try {
    return (await promisify(execFile)("node", [...words], { cwd: app.folder, env: environment(env) })).stdout;
  } catch (error) {
    const { stdout, stderr } = Object(error);
    throw new Error(`${stdout}${stderr}`);
  }
};

const compile = (app: App) => run(app, [join(root, "node_modules/typescript7/bin/tsc")]);

async function generated(app: App, ...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await app.keyhold(["generate", ...words], { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

describe("keyhold generate", { timeout: 180_000 }, () => {
  test.each([
    ["0", "drizzle-orm", "schema"],
    ["1", "drizzle-orm-1", "relations: schema.authRelations"],
  ])("drizzle %s: the schema compiles, and reads and writes the rows of an auth on SQLite", async (_, orm, option) => {
    const app = createApp({ "auth.ts": withAdmin, "tsconfig.json": tsconfig });
    install(app, [orm, "@types/node"], { "drizzle-orm-1": "drizzle-orm" });
    await generated(app, "drizzle", "--output", "auth-schema.ts");
    await app.keyhold(["migrate", "--yes"], { env });
    app.write({
      "use.ts": `
        import { eq } from "drizzle-orm";
        import { drizzle } from "drizzle-orm/libsql";
        import * as schema from "./auth-schema.ts";
        import { auth } from "./auth.ts";

        const db = drizzle("file:app.db", { ${option} });

        const input = { name: "Ada", email: "ada@example.com", password: "correct horse" };
        await auth.api.signUp.email(input, { headers: new Headers() });
        const [ada] = await db.query.user.findMany({ with: { sessions: true, accounts: true } });
        console.log(ada?.createdAt instanceof Date, ada?.emailVerified, ada?.sessions.length, ada?.accounts[0]?.providerId);

        await db.update(schema.user).set({ emailVerified: true, banExpires: new Date(0) }).where(eq(schema.user.name, "Ada"));
        const { user } = await auth.api.signIn.email(input, { headers: new Headers() });
        console.log(user.emailVerified, user.banExpires);
        const [session] = await db.query.session.findMany({ with: { user: true } });
        console.log(session?.user.email);
      `,
    });
    await compile(app);
    const printed = await run(app, ["use.ts"]);
    expect(printed.split("\n").slice(0, 3)).toEqual([
      "true false 1 credential",
      "true 1970-01-01T00:00:00.000Z",
      "ada@example.com",
    ]);
  });

  test("drizzle and kysely write files that compile for each database", async () => {
    const app = createApp({ "auth.ts": withAdmin, "tsconfig.json": tsconfig });
    install(app, ["drizzle-orm", "@types/node"]);
    for (const dialect of ["sqlite", "postgres", "mysql"]) {
      await generated(app, "drizzle", "--dialect", dialect, "--output", `drizzle-${dialect}.ts`);
      await generated(app, "kysely", "--dialect", dialect, "--output", `kysely-${dialect}.ts`);
      app.write({
        [`use-${dialect}.ts`]: `
          import type { Kysely } from "kysely";
          import type { AuthTables } from "./kysely-${dialect}.ts";

          export const verified = (db: Kysely<AuthTables>) =>
            db.selectFrom("user").innerJoin("session", "session.userId", "user.id").select(["user.email", "session.token"]);
          // @ts-expect-error -- there is no such column
          export const wrong = (db: Kysely<AuthTables>) => db.selectFrom("user").select("missing");
        `,
      });
    }
    await compile(app);
  });

  test.skipIf(!inject("services").postgres || !inject("services").mysql).each([
    ["postgres", "node-postgres"],
    ["mysql", "mysql2"],
  ] as const)("drizzle reads the rows of an auth on %s, with snake_case names", async (type, driver) => {
    const fresh = await freshDatabase(type, inject("services"));
    const database = `database: ${type}("${fresh.place}", { naming: { case: "snake", plural: true } }),`;
    const app = createApp({
      "auth.ts": sqliteAuth(database, `import { ${type} } from "@keyhold/adapter-sql/${type}";`),
    });
    install(app, ["drizzle-orm"]);
    await runSql(
      fresh,
      (await generated(app, "sql")).split(/;\n?/).filter((sql) => sql.trim() !== ""),
    );
    expect((await app.keyhold(["migrate", "--check"], { env })).code).toBe(0);
    await generated(app, "drizzle", "--output", "auth-schema.ts");
    app.write({
      "use.ts": `
        import { eq } from "drizzle-orm";
        import { drizzle } from "drizzle-orm/${driver}";
        import * as schema from "./auth-schema.ts";
        import { auth } from "./auth.ts";
        const db = drizzle("${fresh.place}");
        const { user, session } = schema;
        await auth.api.signUp.email({ name: "Ada", email: "ada@example.com", password: "correct horse" }, { headers: new Headers() });
        const [row] = await db.select().from(user).innerJoin(session, eq(session.userId, user.id));
        const found = Object.values(row ?? {}).find((one) => one.email === "ada@example.com");
        console.log(found?.createdAt instanceof Date, found?.emailVerified, found?.name);
        process.exit();
      `,
    });
    expect(await run(app, ["use.ts"])).toContain("true false Ada\n");
    await fresh.drop();
  });

  test("sql makes the tables that a migration wants", async () => {
    const app = createApp({ "auth.ts": withAdmin });
    const text = await generated(app, "sql");
    const database = new DatabaseSync(join(app.folder, "app.db"));
    database.exec(text);
    database.close();
    expect((await app.keyhold(["migrate", "--check"], { env })).code).toBe(0);
  });

  test("opens no connection", async () => {
    const app = createApp({
      "auth.ts": sqliteAuth(
        'database: postgres("postgres://nobody@127.0.0.1:1/none"),',
        'import { postgres } from "@keyhold/adapter-sql/postgres";',
      ),
    });
    expect(await generated(app, "prisma")).toContain("@db.Timestamptz(3)");
  });

  test("writes the file that the config imports, also if its adapter rejects the tables that are missing", async () => {
    const app = createApp({
      "auth.ts": sqliteAuth(
        `database: {
          name: "mine", type: "postgres", hasTransactions: true,
          connect(schema) { for (const name of schema.models.keys()) if (!tables[name]) throw new Error("The table " + name + " is missing."); },
        },`,
        'import * as tables from "./db/auth-schema.ts";',
      ),
    });
    const failing = await app.keyhold(["migrate", "--check"], { env });
    expect(failing.stderr).toContain('auth.ts imports "./db/auth-schema.ts", which was not found.');
    install(app, ["drizzle-orm"]);
    await generated(app, "drizzle", "-o", "db/auth-schema.ts");
    expect(app.read("db/auth-schema.ts")).toContain('pgTable("user", {');
    const wrong = { AUTH_SECRET: "short" };
    expect((await app.keyhold(["generate", "drizzle", "-o", "other.ts"], { env: wrong })).code).toBe(1);
    expect(existsSync(join(app.folder, "other.ts"))).toBe(false);
  });

  test("needs no secret: a build that generates a schema has none", async () => {
    const app = createApp({ "auth.ts": withAdmin });
    const { code, stderr } = await app.keyhold(["generate", "prisma", "-o", "auth.prisma"], { env: {} });
    expect([code, stderr]).toEqual([0, expect.not.stringContaining("secret")]);
    expect(app.read("auth.prisma")).toContain("model User");
  });

  test("tells with --check whether a file is up to date, and replaces no file of the app", async () => {
    const app = createApp({ "auth.ts": withAdmin, "mine.prisma": "model Mine {}\n" });
    const check = () => app.keyhold(["generate", "prisma", "-o", "auth.prisma", "--check"], { env });
    expect((await check()).code).toBe(1);
    expect(existsSync(join(app.folder, "auth.prisma"))).toBe(false);
    await generated(app, "prisma", "-o", "auth.prisma");
    expect((await check()).code).toBe(0);
    app.write({ "auth.prisma": app.read("auth.prisma").replace("banned", "blocked") });
    expect((await check()).code).toBe(1);
    await generated(app, "prisma", "-o", "auth.prisma");
    expect((await check()).code).toBe(0);
    const kept = await app.keyhold(["generate", "prisma", "-o", "mine.prisma"], { env });
    expect(kept).toMatchObject({ code: 1, stderr: expect.stringContaining("--yes") });
    expect(app.read("mine.prisma")).toBe("model Mine {}\n");
  });

  test("answers wrong usage with 2", async () => {
    const app = createApp();
    expect((await app.keyhold(["generate", "mongoose"])).code).toBe(2);
    expect((await app.keyhold(["generate"])).code).toBe(2);
  });
});
