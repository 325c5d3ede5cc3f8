import type { KyselyDatabase } from "@keyhold/adapter-kysely";
import { mysql } from "@keyhold/adapter-kysely/mysql";
import { postgres } from "@keyhold/adapter-kysely/postgres";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import type { Schema } from "@keyhold/core/adapter";
import { defineModel, type Model, startsWith, text } from "@keyhold/core/plugin";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../../tests/harness/databases.js";
import { type MigrationPlan, planMigration } from "./plan.js";

const services = inject("services");
const doors = { sqlite, postgres, mysql } as const;
const columns = { id: text(), code: text().unique(), title: text(), shelfId: text().clearedWith({ name: "shelf" }) };
const bookModel = defineModel("book", columns, { searched: ["code", "title"] });
const shelfModel = defineModel("shelf", { id: text() });
const schemaOf = (...models: readonly Model[]): Schema => ({
  models: new Map(models.map((model) => [model.name, model])),
});
const schema = schemaOf(bookModel, shelfModel);

describe.each(databaseTypes(services))("a migration for searched columns, on %s", (type) => {
  let fresh: FreshDatabase;
  let database: KyselyDatabase;

  beforeEach(async () => {
    fresh = await freshDatabase(type, services);
    database = doors[type](fresh.place);
  });
  afterEach(async () => {
    await database.close();
    await fresh.drop();
  });

  const run = (statement: string): Promise<unknown> =>
    sql.raw(type === "mysql" ? statement.replaceAll('"', "`") : statement).execute(database.kysely);
  const plan = (): Promise<MigrationPlan> => planMigration(database, schema);
  const indexSteps = async (): Promise<readonly string[]> =>
    (await plan())
      .describe()
      .split("\n")
      .filter((line) => line.includes("index"));
  const short = type === "mysql" ? "varchar(255)" : "text";
  const makeTable = (title: string): Promise<unknown> =>
    run(`create table "book" ("id" ${type === "mysql" ? "varchar(36)" : "text"} not null primary key,
      "code" ${short} not null unique, "title" ${title} not null, "shelfId" ${short})`);

  it("adds the required indexes, no foreign key for cleared columns, and is empty afterwards", async () => {
    const steps = [
      'create the unique index on "book" (code)',
      'create the index on "book" (shelfId)',
      // On other databases the unique index has the order of the search.
      ...(type === "postgres" ? ['create the search index on "book" (code)'] : []),
      'create the search index on "book" (title)',
    ];
    expect(await indexSteps()).toEqual(steps);
    const first = await plan();
    expect(first.statements.join("\n")).not.toContain("references");
    await first.apply();
    expect((await plan()).describe()).toBe("The database is up to date.");
  });

  it("adds the columns and indexes to an existing table, once", async () => {
    await (await planMigration(database, schemaOf(defineModel("book", { id: text(), code: text().unique() })))).apply();
    await (await plan()).apply();
    expect((await plan()).describe()).toBe("The database is up to date.");
  });

  it("recognizes an equivalent index of other software", async () => {
    await makeTable(short);
    const collation = { sqlite: "collate binary", postgres: 'collate "C"', mysql: "" }[type];
    await run(`create index "other" on "book" ("title" ${collation}, "id")`);
    expect(await indexSteps()).not.toContain('create the search index on "book" (title)');
  });

  const unfit: Record<typeof type, readonly string[]> = {
    sqlite: [`("title" collate nocase)`, `("title") where "title" <> ''`, `("id", "title")`],
    postgres: [`("title")`, `("title" text_pattern_ops)`, `("title" collate "C") where "title" <> ''`],
    mysql: [`("id", "title")`],
  };
  it.each(unfit[type])("does not accept %s as an index of the search", async (index) => {
    await makeTable(short);
    await run(`create index "other" on "book" ${index}`);
    expect(await indexSteps()).toContain('create the search index on "book" (title)');
    await (await plan()).apply();
    expect((await plan()).isEmpty).toBe(true);
  });

  it("does not accept a search index for equality, where it does not serve it", async () => {
    await makeTable(short);
    if (type === "postgres") await run('create index "other" on "book" ("shelfId" collate "C")');
    expect(await indexSteps()).toContain('create the index on "book" (shelfId)');
  });

  const loose = {
    sqlite: "text collate nocase",
    postgres: 'text collate "und-x-icu"',
    mysql: "text character set utf8mb4 collate utf8mb4_general_ci",
  }[type];
  it("allows an exact search in columns of other software with a loose collation", async () => {
    await makeTable(loose);
    await (await plan()).apply();
    expect((await plan()).isEmpty).toBe(true);
    const db = database.connect(schema);
    const titles = ["ab", "Ab", "áb", "abc", "ab🍣", "ac"];
    for (const [index, title] of titles.entries()) {
      await db.insert(bookModel, { id: String(index), code: String(index), title });
    }
    const options = { orderBy: "id", limit: 9 } as const;
    const found = await db.list(bookModel, { title: startsWith("ab") }, options);
    expect(found.map(({ title }) => title)).toEqual(["ab", "abc", "ab🍣"]);
    expect(await db.count(bookModel, { title: startsWith("á") })).toBe(1);
  });
});
