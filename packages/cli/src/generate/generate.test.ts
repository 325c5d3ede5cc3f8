import { DatabaseSync } from "node:sqlite";
import { memory } from "@keyhold/adapter-memory";
import { createStatements, generatedTables, type TableOptions } from "@keyhold/adapter-sql";
import { admin } from "@keyhold/admin";
import { createAuth } from "@keyhold/core";
import { validate } from "@prisma/prisma-schema-wasm";
import { describe, expect, test } from "vitest";
import { drizzleSchema } from "./drizzle.js";
import { kyselyTypes } from "./kysely.js";
import { prismaSchema } from "./prisma.js";
import type { Source } from "./source.js";

const { schema } = createAuth({
  secret: "only for this test: 4f9b7c21d8e3a650",
  baseURL: "http://localhost:3000",
  database: memory(),
  plugins: [admin()],
  rateLimit: { storage: "database" },
});

const snake: TableOptions = { naming: { case: "snake", plural: true }, ids: "uuid7" };
const sourceOf = (type: Source["type"], options: TableOptions = {}): Source => ({
  type,
  tables: generatedTables(schema, type, options),
});

const providers = { sqlite: "sqlite", postgres: "postgresql", mysql: "mysql" } as const;

/** Throws Prisma's own messages about a schema. */
function validatePrisma(type: Source["type"], models: string, schemas = ""): void {
  const header = `datasource db {\n  provider = "${providers[type]}"\n${schemas}}\n\ngenerator client {\n  provider = "prisma-client"\n  output = "./client"\n}\n`;
  validate(JSON.stringify({ prismaSchema: [["schema.prisma", header + models]], noColor: true }));
}

describe.each(["sqlite", "postgres", "mysql"] as const)("a schema for %s", (type) => {
  test.each([
    ["with the names of the models", {}],
    ["with plural snake_case names and UUIDs", snake],
  ])("of Prisma is valid %s", (_, options) => {
    expect(() => validatePrisma(type, prismaSchema(sourceOf(type, options)))).not.toThrow();
  });

  test("has the names of the database, and fields of the models", () => {
    const source = sourceOf(type, snake);
    expect(prismaSchema(source)).toMatch(/^ {2}emailVerified Boolean @default\(false\).* @map\("email_verified"\)$/m);
    expect(prismaSchema(source)).toContain('@@map("users")');
    expect(drizzleSchema(source)).toMatch(
      /^ {2}emailVerified: \w+\("email_verified".*\.default\((false|sql`'0'`)\),$/m,
    );
    expect(kyselyTypes(source)).toMatch(/^ {2}email_verified: .+;$/m);
    expect(kyselyTypes(source)).toContain("  users: UserTable;");
  });

  test("has every table and column", () => {
    const source = sourceOf(type);
    for (const text of [drizzleSchema(source), prismaSchema(source), kyselyTypes(source)]) {
      for (const { model, columns } of source.tables) {
        expect(text.toLowerCase()).toContain(model.toLowerCase());
        for (const { property } of columns) expect(text).toMatch(new RegExp(`^ {2}${property}[: ]`, "m"));
      }
    }
  });
});

describe("a schema", () => {
  test("of PostgreSQL can be in a schema of the database", () => {
    const source = sourceOf("postgres", { naming: { schema: "auth" } });
    expect(drizzleSchema(source)).toContain('export const authSchema = pgSchema("auth");');
    expect(drizzleSchema(source)).toContain('export const user = authSchema.table("user", {');
    expect(kyselyTypes(source)).toContain('  "auth.user": UserTable;');
    expect(() => validatePrisma("postgres", prismaSchema(source), '  schemas = ["auth"]\n')).not.toThrow();
  });

  test("has the index of the search on PostgreSQL, which Prisma needs as SQL", () => {
    expect(drizzleSchema(sourceOf("postgres"))).toContain('table.foldedName} collate "C"`)');
    expect(prismaSchema(sourceOf("postgres"))).toContain(
      '// create index "user_foldedName_search" on "user" ("foldedName" collate "C");',
    );
  });

  test("of Drizzle 1 declares the relations of all tables together", () => {
    const text = drizzleSchema(sourceOf("postgres", snake), { major: 1 });
    expect(text).toMatch(/^import \{ defineRelations(, sql)? \} from "drizzle-orm";$/m);
    expect(text).toContain("export const authRelations = defineRelations({ user, session, account }, (r) => ({");
    expect(text).toContain("user: r.one.user({ from: r.session.userId, to: r.user.id, optional: false }),");
    expect(text).toContain("sessions: r.many.session(),");
    expect(text).not.toMatch(/ relations\(/);
  });

  test("imports what it uses, and not more", () => {
    for (const type of ["sqlite", "postgres", "mysql"] as const) {
      const text = drizzleSchema(sourceOf(type, snake));
      const [, names = ""] = /import \{ (.+) \} from "drizzle-orm\/\w+-core";/.exec(text) ?? [];
      const body = text.slice(text.indexOf("-core"));
      for (const name of names.split(", ")) expect(body).toMatch(new RegExp(`\\b${name}[(<]`));
      const called = [...body.matchAll(/(?<![.\w])([a-zA-Z]+)\(/g)].map(([, name = ""]) => name);
      const own = ["Date", "one", "many", "relations", "isoDate"];
      expect(called.filter((name) => !own.includes(name) && !names.split(", ").includes(name))).toEqual([]);
    }
  });

  test("in SQL makes every table on SQLite", () => {
    const database = new DatabaseSync(":memory:");
    database.exec(createStatements(schema, "sqlite", snake).join(";\n"));
    const rows = database.prepare("select name from sqlite_master where type = 'table' order by name").all();
    expect(rows.map(({ name }) => name)).toEqual(["accounts", "rate_limits", "sessions", "users", "verifications"]);
    database.close();
  });
});
