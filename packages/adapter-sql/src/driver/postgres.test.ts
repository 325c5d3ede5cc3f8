import type { KyselyDatabase } from "@keyhold/adapter-kysely";
import { planMigration } from "@keyhold/adapter-kysely";
import { postgres } from "@keyhold/adapter-kysely/postgres";
import type { Schema } from "@keyhold/core/adapter";
import { userModel } from "@keyhold/core/plugin";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type FreshDatabase, freshDatabase } from "../../../../tests/harness/databases.js";

const services = inject("services");
const schema: Schema = { models: new Map([["user", userModel]]) };
const ada = { id: "ada", name: "Ada", email: "ada@example.com", createdAt: new Date(0), updatedAt: new Date(0) };

describe.skipIf(services.postgres === null)("statements prepared by name", () => {
  let fresh: FreshDatabase;
  let pool: pg.Pool;
  let database: KyselyDatabase;

  beforeAll(async () => {
    fresh = await freshDatabase("postgres", services);
    pool = new pg.Pool({ connectionString: fresh.place, max: 1 });
    database = postgres(pool);
    await (await planMigration(database, schema)).apply();
    await database.connect(schema).insert(userModel, ada);
  });
  afterAll(async () => {
    await database.close();
    await pool.end();
    await fresh.drop();
  });

  const names = async (): Promise<number> => {
    const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(database.kysely);
    return rows.filter(({ name }) => name.startsWith("keyhold_")).length;
  };

  it("are prepared once per connection, for both of two adapters", async () => {
    const [one, other] = [database.connect(schema), postgres(pool).connect(schema)];
    for (const db of [one, other, one, other]) await db.find(userModel, { id: "ada" });
    expect(await names(), "insert and find").toBe(2);
  });

  it("survive a change of a column's type", async () => {
    const db = database.connect(schema);
    await db.find(userModel, { email: ada.email });
    await sql`alter table "user" alter column "name" type varchar(200)`.execute(database.kysely);
    expect(await db.find(userModel, { email: ada.email })).toMatchObject(ada);
    expect(await db.update(userModel, "ada", { image: "x" })).toMatchObject({ image: "x" });
  });

  it("are disabled behind a pooler that loses them, even during a transaction", async () => {
    const db = database.connect(schema);
    await db.find(userModel, { id: "ada" });
    await sql`deallocate all`.execute(database.kysely);
    expect(await db.transaction((tx) => tx.find(userModel, { id: "ada" }))).toMatchObject({ id: "ada" });
    await sql`deallocate all`.execute(database.kysely);
    expect(await db.find(userModel, { id: "ada" })).toMatchObject({ id: "ada" });
    expect(await names()).toBe(0);
  });

  it("leave an app's pool open when the database is closed", async () => {
    await postgres(pool).close();
    expect((await pool.query("select 1")).rowCount).toBe(1);
  });
});
