import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generatedTables } from "@keyhold/adapter-sql";
import { coreModels, mergeSchema } from "@keyhold/core/adapter";
import { describe, expect, onTestFinished, test } from "vitest";
import type { AppTables } from "./app-table.js";
import { importOf } from "./app-table-drizzle.js";
import { prismaAppTables, prismaTakenNames } from "./app-table-prisma.js";
import { drizzleLacks, drizzleSchema } from "./drizzle.js";
import { prismaLacks, prismaSchema } from "./prisma.js";

const { schema } = mergeSchema([{ from: "core", models: coreModels, extends: {} }]);
const naming = {
  case: "snake",
  plural: true,
  tables: { user: { name: "people", columns: { name: "full_name" } } },
} as const;
const tables = generatedTables(schema, "sqlite", { naming });

describe("a table of the app", () => {
  const has = new Set(["id", "email", "full_name", "created_at", "updated_at"]);
  const text = 'import { sqliteTable, text } from "drizzle-orm/sqlite-core";';
  const own: AppTables = new Map([
    ["user", { code: "people", id: "key", file: "/app/schema.ts", text, has, lists: new Set<string>() }],
  ]);
  const source = { type: "sqlite", tables, own } as const;

  test("is imported by a schema of Drizzle, and not declared again", () => {
    const code = drizzleSchema(source, { importOf: () => "./schema.ts" });
    expect(code).toContain('import { people } from "./schema.ts";');
    expect(code).toContain(".references(() => people.key, ");
    expect(code).toContain("export const userRelations = relations(people, ");
    expect(code).not.toContain('sqliteTable("people"');
  });

  test("gets its missing columns with defaults for existing rows", () => {
    expect(drizzleLacks(source).map(({ lines }) => lines)).toEqual([
      [
        'import { sql } from "drizzle-orm";',
        'import { integer } from "drizzle-orm/sqlite-core";',
        'emailVerified: integer("email_verified", { mode: "boolean" }).notNull().default(sql`\'0\'`),',
        'image: text("image"),',
      ],
    ]);
  });

  test("is a model of another file for Prisma, found by its name in the database", () => {
    const folder = mkdtempSync(join(tmpdir(), "keyhold-prisma-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const model =
      'model Person {\n  key String @id @map("id")\n  email String\n  fullName String @map("full_name")\n' +
      '  createdAt DateTime @map("created_at")\n  updatedAt DateTime @map("updated_at")\n  accounts Account[]\n\n  @@map("people")\n}\n';
    writeFileSync(join(folder, "schema.prisma"), model);
    const found = { type: "sqlite", tables, own: prismaAppTables(tables, join(folder, "auth.prisma")) } as const;
    expect(prismaSchema(found)).toContain(
      "user Person @relation(fields: [userId], references: [key], onDelete: Cascade)",
    );
    expect(prismaSchema(found)).not.toContain('@@map("people")');
    expect(prismaLacks(found).map(({ code, lines }) => [code, ...lines])).toEqual([
      ["Person", 'emailVerified Boolean @default(false) @map("email_verified")', "image String?", "sessions Session[]"],
    ]);
  });

  test("has its own name for Prisma beside a model of the app with that name, and its own field", () => {
    const folder = mkdtempSync(join(tmpdir(), "keyhold-prisma-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const models =
      'model Person {\n  id String @id\n  accounts Account[]\n\n  @@map("people")\n}\n' +
      "model Account {\n  id String @id\n  owner Person @relation(fields: [ownerId], references: [id])\n" +
      '  ownerId String\n\n  @@map("bank_accounts")\n}\nenum Session {\n  MORNING\n}\nview AuthSession {\n  id String\n}\n';
    writeFileSync(join(folder, "schema.prisma"), models);
    const output = join(folder, "auth.prisma");
    const made = {
      type: "sqlite",
      tables,
      own: prismaAppTables(tables, output),
      taken: prismaTakenNames(output),
    } as const;
    const schema = prismaSchema(made);
    expect(schema.match(/^model \w+/gm)).toEqual(["model AuthAuthSession", "model AuthAccount", "model Verification"]);
    expect(prismaLacks(made).flatMap(({ lines }) => lines.filter((line) => line.includes("[]")))).toEqual([
      "sessions AuthAuthSession[]",
      "authAccounts AuthAccount[]",
    ]);
    writeFileSync(output, schema);
    expect(prismaSchema({ ...made, taken: prismaTakenNames(output) }), "the file itself takes no name").toBe(schema);
  });

  test.each([
    ['import { db } from "./db.ts";', "../db/schema.ts"],
    ['import { db } from "./db.js";', "../db/schema.js"],
    ['import { db } from "./db";', "../db/schema"],
  ])("is imported as the config imports its files: %s", (config, path) => {
    expect(importOf("/app/lib/auth-schema.ts", "/app/db/schema.ts", config)).toBe(path);
  });
});
