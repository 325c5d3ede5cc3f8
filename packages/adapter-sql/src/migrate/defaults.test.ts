import type { KyselyDatabase } from "@keyhold/adapter-kysely";
import { mysql } from "@keyhold/adapter-kysely/mysql";
import { postgres } from "@keyhold/adapter-kysely/postgres";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import type { Schema } from "@keyhold/core/adapter";
import { bool, counter, defineModel, json, type Model, state, type Table, text } from "@keyhold/core/plugin";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../../tests/harness/databases.js";
import { type MigrationPlan, planMigration } from "./plan.js";

const services = inject("services");
const open = { sqlite, postgres, mysql } as const;
const schemaOf = (model: Model): Schema => ({ models: new Map([[model.name, model]]) });
const columns = { id: text(), title: text() };
const secret = text()
  .initially(() => "it's")
  .secret();

/** A book before the secret column had a default. */
const before = defineModel("book", { ...columns, folded: text().secret() }, { searched: ["folded"] });
const after = defineModel("book", { ...columns, folded: secret }, { searched: ["folded"] });

/** Creates a database for each test. */
function useDatabase(type: FreshDatabase["type"]) {
  let fresh: FreshDatabase;
  let database: KyselyDatabase;

  beforeEach(async () => {
    fresh = await freshDatabase(type, services);
    database = open[type](fresh.place);
  });
  afterEach(async () => {
    await database.close();
    await fresh.drop();
  });

  const run = (statement: string): Promise<unknown> =>
    sql.raw(type === "mysql" ? statement.replaceAll('"', "`") : statement).execute(database.kysely);
  const planFor = (model: Model): Promise<MigrationPlan> => planMigration(database, schemaOf(model));
  const migrate = async (model: Model): Promise<void> => (await planFor(model)).apply();
  const rowsOf = (model: Table): Promise<readonly object[]> =>
    database.connect(schemaOf(model)).list(model, {}, { orderBy: "id", limit: 9 });
  const rewritten = (model: Table, patch: object): Promise<unknown> =>
    database.connect(schemaOf(model)).update(model, "1", patch);
  /** Connections of other processes. */
  const connections = (count: number): KyselyDatabase[] => Array.from({ length: count }, () => open[type](fresh.place));
  return { run, planFor, migrate, rowsOf, rewritten, connections };
}

/** SQLite cannot change an existing column. */
const changing = databaseTypes(services).filter((type) => type !== "sqlite");

describe.each(databaseTypes(services))("defaults on %s", (type) => {
  const { run, planFor, migrate, rowsOf, rewritten } = useDatabase(type);

  it("of a new table fill the columns omitted by an INSERT", async () => {
    const book = defineModel(
      "book",
      {
        ...columns,
        folded: secret,
        isLent: bool().initially(() => false),
        lent: counter(),
        state: state("new", "old"),
        note: text().initially(() => ""),
        data: json<object>().optional(),
      },
      { searched: ["folded"] },
    );
    await migrate(book);
    // MySQL supports no default for texts without a length.
    const [names, values] = type === "mysql" ? [`, "note"`, ", ''"] : ["", ""];
    await run(`insert into "book" ("id", "title"${names}) values ('1', 'Emma'${values})`);
    expect(await rowsOf(book)).toEqual([
      { id: "1", title: "Emma", folded: "it's", isLent: false, lent: 0, state: "new", note: "", data: null },
    ]);
    expect((await planFor(book)).describe()).toBe("The database is up to date.");
  });

  it("of columns that are added to a table with rows are those of the model, of any text and of JSON", async () => {
    const added = defineModel("book", {
      ...columns,
      path: text().initially(() => "C:\\new \\\\ 'x' \\"),
      drive: text()
        .initially(() => "C:\\")
        .indexed(),
      long: text()
        .initially(() => "é".repeat(300))
        .atMost(4000),
      tags: json<readonly string[]>().initially(() => ["a\\b", "it's"]),
      lent: json<object | string>().initially(() => "no"),
    });
    const book = defineModel("book", columns);
    await migrate(book);
    await run(`insert into "book" ("id", "title") values ('1', 'Emma')`);
    await migrate(added);
    const defaults = {
      drive: "C:\\",
      path: "C:\\new \\\\ 'x' \\",
      long: "é".repeat(300),
      tags: ["a\\b", "it's"],
      lent: "no",
    };
    expect(await rowsOf(added)).toEqual([{ id: "1", title: "Emma", ...defaults }]);
    expect((await planFor(added)).describe()).toBe("The database is up to date.");
    await run(`insert into "book" ("id", "title") values ('2', 'Ulysses')`);
    expect((await rowsOf(added))[1]).toMatchObject(defaults);
    expect(await rewritten(added, { long: "x".repeat(4000) })).toMatchObject({ long: "x".repeat(4000) });
  });

  it("of a column that is not secret are not added to an existing table", async () => {
    await migrate(before);
    const shown = defineModel("book", { ...columns, folded: text().initially(() => "") }, { searched: ["folded"] });
    expect((await planFor(shown)).describe()).toBe("The database is up to date.");
  });
});

describe.each(changing)("defaults of an existing table on %s", (type) => {
  const { run, planFor, migrate, rowsOf, connections } = useDatabase(type);

  it("of a secret column are added, and its rows and indexes stay unchanged", async () => {
    await migrate(before);
    await run(`insert into "book" ("id", "title", "folded") values ('1', 'Emma', 'emma')`);
    await expect(run(`insert into "book" ("id", "title") values ('2', 'Ulysses')`)).rejects.toThrow();
    const plan = await planFor(after);
    expect(plan.warnings).toEqual([]);
    expect(plan.isEmpty).toBe(false);
    await plan.apply();
    await run(`insert into "book" ("id", "title") values ('2', 'Ulysses')`);
    expect(await rowsOf(after)).toEqual([
      { id: "1", title: "Emma", folded: "emma" },
      { id: "2", title: "Ulysses", folded: "it's" },
    ]);
    expect((await planFor(after)).describe()).toBe("The database is up to date.");
    await expect(run(`insert into "book" ("id", "title", "folded") values ('3', 'x', null)`)).rejects.toThrow();
  });

  it("of a secret column may be false", async () => {
    await migrate(defineModel("book", { ...columns, isLent: bool().secret() }));
    const lendable = bool()
      .initially(() => false)
      .secret();
    await migrate(defineModel("book", { ...columns, isLent: lendable }));
    await run(`insert into "book" ("id", "title") values ('1', 'Emma')`);
    expect(await rowsOf(defineModel("book", { ...columns, isLent: lendable }))).toMatchObject([{ isLent: false }]);
  });

  it("may be added by several processes concurrently", async () => {
    await migrate(before);
    await run(`insert into "book" ("id", "title", "folded") values ('1', 'Emma', 'emma')`);
    const others = connections(3);
    const plans = await Promise.all(others.map((other) => planMigration(other, schemaOf(after))));
    await Promise.all(plans.map((plan) => plan.apply()));
    for (const other of others) await other.close();
    expect(await rowsOf(after)).toEqual([{ id: "1", title: "Emma", folded: "emma" }]);
    expect((await planFor(after)).describe()).toBe("The database is up to date.");
  });
});

describe("a default that cannot be set", () => {
  it("is omitted on SQLite, which cannot change a column", async () => {
    const database = sqlite(":memory:");
    await (await planMigration(database, schemaOf(before))).apply();
    expect((await planMigration(database, schemaOf(after))).describe()).toBe("The database is up to date.");
    await database.close();
  });

  const servers = databaseTypes(services).filter((type) => type === "mysql");
  it.each(servers)("is omitted on %s for a text without a length", async (type) => {
    const fresh = await freshDatabase(type, services);
    const database = mysql(fresh.place);
    await sql
      .raw("create table book (id varchar(36) primary key, title text, folded text not null)")
      .execute(database.kysely);
    const { statements } = await planMigration(database, schemaOf(defineModel("book", { ...columns, folded: secret })));
    expect(statements.join()).not.toContain("default");
    await database.close();
    await fresh.drop();
  });
});
