import { type KyselyDatabase, planMigration, type Tables } from "@keyhold/adapter-kysely";
import { mysql } from "@keyhold/adapter-kysely/mysql";
import { postgres } from "@keyhold/adapter-kysely/postgres";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import type { AnyListOptions, AnyWhere, Schema } from "@keyhold/core/adapter";
import { defineModel, startsWith, text } from "@keyhold/core/plugin";
import { CompiledQuery, type Kysely, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../tests/harness/databases.js";
import { dialects } from "./dialect/dialects.js";
import { planModels } from "./statement/plan.js";
import { countQuery, listQuery } from "./statement/read.js";
import { createTable, type Table } from "./statement/table.js";

const services = inject("services");
const doors = { sqlite, postgres, mysql } as const;
const bookModel = defineModel(
  "book",
  { id: text(), code: text().unique(), title: text(), subtitle: text().optional() },
  { searched: ["code", "title", "subtitle"] },
);
const schema: Schema = { models: new Map([["book", bookModel]]) };

/** Each two-letter prefix has ten texts, each letter a hundred, and each text exists twice. */
const texts = Array.from({ length: 1000 }, (_, count) =>
  Array.from(String(count).padStart(3, "0"), (digit) => "abcdefghij"[Number(digit)]).join(""),
);
const books = [...texts, ...texts].map((title, index) => ({
  id: crypto.randomUUID(),
  code: `${title}${index}`,
  title,
  subtitle: title,
}));

describe.each(databaseTypes(services))("a search by prefix on %s", (type) => {
  const dialect = dialects[type];
  let fresh: FreshDatabase;
  let database: KyselyDatabase;
  let table: Table;

  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    database = doors[type](fresh.place);
    await (await planMigration(database, schema)).apply();
    const { kysely } = database;
    for (let start = 0; start < books.length; start += 500) {
      await kysely
        .insertInto("book")
        .values(books.slice(start, start + 500))
        .execute();
    }
    await sql.raw(type === "mysql" ? "analyze table book" : "analyze").execute(kysely);
    const plan = planModels(schema, dialect).get("book") ?? expect.unreachable("the plan of the model");
    table = createTable(dialect, plan);
  });
  afterAll(async () => {
    await database.close();
    await fresh.drop();
  });

  /** The query plan as reported by the database. */
  async function explained(where: AnyWhere, page: AnyListOptions | null): Promise<string> {
    const shown = { own: table.plan, parent: null };
    const query = page ? listQuery(table, where, page, shown) : countQuery(table, where);
    const { prepared, parameters } = query ?? expect.unreachable("the query");
    return database.kysely.connection().execute(async (connection) => {
      const text = prepared.statement.sql;
      if (type === "postgres") return explainedGenerally(connection, text, parameters);
      const words = type === "sqlite" ? "explain query plan" : "explain";
      const { rows } = await connection.executeQuery(CompiledQuery.raw(`${words} ${text}`, [...parameters]));
      return JSON.stringify(rows);
    });
  }

  const page = (orderBy: string): AnyListOptions => ({ orderBy, limit: 5 });
  const used = { sqlite: "SEARCH book USING", postgres: "Index", mysql: '"type":"range"' }[type];
  /** A sort of all matches; sorting within equal values is accepted. */
  const sorted = {
    sqlite: "TEMP B-TREE FOR ORDER BY",
    postgres: /(?<!Incremental )Sort\b(?! Key| Method)/,
    mysql: "filesort",
  }[type];
  const scanned = { sqlite: "SCAN", postgres: "Seq Scan", mysql: '"type":"ALL"' }[type];

  it.each(["title", "subtitle"])("uses the index of %s, in its order", async (column) => {
    const explanation = await explained({ [column]: startsWith("ab") }, page(column));
    expect(explanation).toContain(used);
    expect(explanation).toContain(`book_${column}_search`);
    expect(explanation).not.toMatch(sorted);
    expect(explanation).not.toContain(scanned);
  });

  it("uses the unique index if it has the same order", async () => {
    const explanation = await explained({ code: startsWith("ab") }, page("code"));
    expect(explanation).toContain(type === "postgres" ? "book_code_search" : "book_code_unique");
    expect(explanation).toContain(used);
    expect(explanation).not.toMatch(sorted);
  });

  it("counts by the index", async () => {
    const explanation = await explained({ title: startsWith("ab") }, null);
    expect(explanation).toContain("book_title_search");
    expect(explanation).not.toContain(scanned);
  });

  it.each([
    ["next", "ascending"],
    ["previous", "descending"],
  ] as const)("starts the %s page at the cursor, in the order of the index", async (_, direction) => {
    const order = { ...page("title"), direction, cursor: { value: "aff", id: "x" } };
    for (const where of [{ title: startsWith("a") }, {}]) {
      const explanation = await explained(where, order);
      expect(explanation).toContain("book_title_search");
      expect(explanation).not.toMatch(sorted);
      expect(explanation).not.toContain(scanned);
    }
  });

  it("returns the matching rows, page by page", async () => {
    const db = database.connect(schema);
    const found: string[] = [];
    let cursor: { value: string; id: string } | undefined;
    for (;;) {
      const options = { orderBy: "title", limit: 7, cursor } as const;
      const rows = await db.list(bookModel, { title: startsWith("ab") }, options);
      found.push(...rows.map(({ title }) => title));
      const last = rows.at(-1);
      if (!last) break;
      cursor = { value: last.title, id: last.id };
    }
    expect(found).toEqual(
      books
        .map(({ title }) => title)
        .filter((title) => title.startsWith("ab"))
        .toSorted(),
    );
  });
});

/** The generic plan of PostgreSQL for a prepared statement, independent of the values. The plan reads few rows. */
async function explainedGenerally(connection: Kysely<Tables>, statement: string, values: readonly unknown[]) {
  await sql.raw("set plan_cache_mode = force_generic_plan").execute(connection);
  await sql.raw("deallocate all").execute(connection);
  await sql.raw(`prepare explained as ${statement}`).execute(connection);
  const given = sql.join(values.map((value) => sql.lit(value)));
  const { rows } = await sql`explain (costs off) execute explained (${given})`.execute(connection);
  return rows.map((row) => Object.values(row as object).join("")).join("\n");
}
