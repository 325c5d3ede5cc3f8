import { createAuth } from "@keyhold/core";
import { coreModels, mergeSchema } from "@keyhold/core/adapter";
import { isIn, userModel } from "@keyhold/core/plugin";
import { organization } from "@keyhold/organization";
import { afterEach, describe, expect, inject, it } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../../tests/harness/databases.js";
import { planMigration, type SqlDatabase, type SqlOptions } from "../index.js";
import { mysql } from "../mysql.js";
import { postgres } from "../postgres.js";
import { sqlite } from "../sqlite.js";
import { isUuid } from "./uuid.js";

const services = inject("services");
const openers = { sqlite, postgres, mysql } as const;
const { schema } = mergeSchema([{ from: "core", models: coreModels, extends: {} }]);

describe.each(databaseTypes(services))("on %s", (type) => {
  const cleanups: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  async function open(options: SqlOptions): Promise<SqlDatabase> {
    const fresh: FreshDatabase = await freshDatabase(type, services);
    const database = openers[type](fresh.place, options);
    cleanups.push(fresh.drop, database.close);
    return database;
  }

  const execute = async ({ session }: SqlDatabase, sql: string): Promise<void> => {
    await session?.run({ sql: type === "mysql" ? sql.replaceAll('"', "`") : sql, columns: [], isRead: false }, []);
  };

  it("a table of the app with rows is taken over by its names, and keeps its rows", async () => {
    const database = await open({
      naming: { case: "snake", tables: { user: { name: "people", columns: { name: "full_name" } } } },
    });
    const id = type === "mysql" ? "varchar(36)" : "text";
    const text = type === "mysql" ? "varchar(255)" : "text";
    const bool = type === "sqlite" ? "integer" : "boolean";
    const date = { sqlite: "date", postgres: "timestamptz", mysql: "datetime(3)" }[type];
    const now = type === "sqlite" ? "2026-01-02T03:04:05.000Z" : "2026-01-02 03:04:05";
    await execute(
      database,
      `create table "people" ("id" ${id} not null primary key, "full_name" ${text} not null, "email" ${text} not null unique,
       "email_verified" ${bool} not null, "created_at" ${date} not null, "updated_at" ${date} not null, "shoe_size" integer)`,
    );
    const isVerified = type === "postgres" ? "true" : "1";
    await execute(
      database,
      `insert into "people" values ('p1', 'Ada', 'ada@example.com', ${isVerified}, '${now}', '${now}', 38)`,
    );
    const plan = await planMigration(database, schema);
    expect(plan.describe()).toContain('add the column "people.image"');
    expect(plan.describe()).not.toContain('create the table "people"');
    await plan.apply();
    expect((await planMigration(database, schema)).isEmpty).toBe(true);

    const db = database.connect(schema);
    expect(await db.find(userModel, { email: "ada@example.com" })).toMatchObject({
      id: "p1",
      name: "Ada",
      emailVerified: true,
      image: null,
      createdAt: new Date("2026-01-02T03:04:05.000Z"),
    });
    const taken = await db.insert(userModel, {
      name: "Eve",
      email: "ada@example.com",
      createdAt: new Date(),
      updatedAt: new Date(),
    });
    expect(taken, "the conflict names the column of the model").toMatchObject({ model: "user", column: "email" });
  });

  it("an app with UUIDs answers 404 or an empty list for other texts, never an error of the database", async () => {
    const database = await open({ ids: "uuid7", naming: { case: "snake", plural: true } });
    const auth = createAuth({
      secret: "a secret of more than thirty-two characters",
      baseURL: "http://localhost:3000",
      database,
      emailAndPassword: { enabled: true },
      plugins: [organization()],
    });
    await (await planMigration(database, auth.schema)).apply();
    const { user } = await auth.api.signUp.email({ name: "Ada", email: "ada@example.com", password: "correct horse" });
    expect(isUuid(user.id)).toBe(true);

    const db = database.connect(schema);
    for (const id of ["", "x", "\0", user.id.toUpperCase().replace(/^./, "A"), `${user.id} `, "' or 1=1 --"]) {
      expect(await db.find(userModel, { id }), id).toBe(null);
      expect(await db.update(userModel, id, { name: "Eve" }), id).toBe(null);
      expect(await db.remove(userModel, { id }), id).toBe(0);
      expect(await db.transactionOn(userModel, id, async () => "locked"), id).toBe(null);
    }
    const found = await db.list(userModel, { id: isIn(["x", user.id, ""]) }, { orderBy: "id", limit: 5 });
    expect(found.map(({ id }) => id)).toEqual([user.id]);
    expect(await db.count(userModel, { id: isIn(["x", ""]) })).toBe(0);
  });

  it("ids come from a function if it is given", async () => {
    let count = 0;
    const database = await open({ ids: () => `user-${++count}` });
    await (await planMigration(database, schema)).apply();
    const now = new Date();
    const row = { name: "Ada", email: "ada@example.com", createdAt: now, updatedAt: now };
    expect(await database.connect(schema).insert(userModel, row)).toMatchObject({ id: "user-1" });
  });
});

describe("wrong options", () => {
  it.each<[string, object, RegExp]>([
    ["ids in sequence", { ids: "serial" }, /"serial".*Numbers in sequence are not possible/],
    ["an unknown option", { names: {} }, /there is no such option; there are maxWaitMilliseconds, naming, ids/],
    ["an unknown kind of naming", { naming: { plurals: true } }, /did you mean "plural"/],
    ["an unknown key of a table", { naming: { tables: { user: { column: {} } } } }, /did you mean "columns"/],
    ["a schema on SQLite", { naming: { schema: "auth" } }, /names a schema of PostgreSQL; this database is sqlite/],
  ])("%s: the error names the option", (_, options, message) => {
    expect(() => sqlite(":memory:", options)).toThrow(message);
  });
});
