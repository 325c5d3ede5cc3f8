import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { postgres } from "@keyhold/adapter-kysely/postgres";
import type { Schema } from "@keyhold/core/adapter";
import { date, defineModel, text } from "@keyhold/core/plugin";
import { CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type FreshDatabase, freshDatabase } from "../../../tests/harness/databases.js";
import { postgresDialect } from "./dialect/postgres.js";
import { planModels } from "./statement/plan.js";
import { listQuery } from "./statement/read.js";
import { createTable } from "./statement/table.js";

const services = inject("services");
const noteModel = defineModel("note", { id: text(), at: date(), seen: date().optional() }, { indexes: [["at", "id"]] });
const schema: Schema = { models: new Map([["note", noteModel]]) };
const second = "2024-02-29 12:00:00";

describe.skipIf(services.postgres === null)("pages of dates on PostgreSQL, to the microsecond", () => {
  let fresh: FreshDatabase;
  let database: KyselyDatabase;

  beforeAll(async () => {
    fresh = await freshDatabase("postgres", services);
    database = postgres(fresh.place);
    await (await planMigration(database, schema)).apply();
    // Ids in the opposite order, and three with equal dates.
    const moments = ["001", "001001", "001002", "001999", "002", "002", "002", "002500", "003"];
    for (const [index, moment] of moments.entries()) {
      const at = sql`${`${second}.${moment}Z`}::timestamptz`;
      await sql`insert into note values (${`n${9 - index}`}, ${at}, ${at})`.execute(database.kysely);
    }
  });
  afterAll(async () => {
    await database.close();
    await fresh.drop();
  });

  /** The ids, page by page; `between` runs before the next read. */
  async function read(
    orderBy: "at" | "seen",
    direction: "ascending" | "descending",
    { limit = 1, between = async (_last: string): Promise<void> => undefined } = {},
  ): Promise<string> {
    const db = database.connect(schema);
    let ids = "";
    let cursor: { value: Date | null; id: string } | undefined;
    for (;;) {
      const page = await db.list(noteModel, {}, { orderBy, direction, limit, ...(cursor && { cursor }) });
      ids += page.map(({ id }) => id.slice(1)).join("");
      const last = page.at(-1);
      if (!last) return ids;
      cursor = { value: last[orderBy], id: last.id };
      await between(last.id);
    }
  }

  it.each([1, 2, 3, 4])("contain each row once, both ways, %i at a time", async (limit) => {
    for (const column of ["at", "seen"] as const) {
      expect(await read(column, "ascending", { limit })).toBe("987634521");
      expect(await read(column, "descending", { limit })).toBe("125436789");
    }
  });

  it("continue correctly although the row of the cursor is removed each time", async () => {
    const { kysely } = database;
    const rows = await kysely.selectFrom("note").selectAll().execute();
    const between = async (id: string): Promise<void> => {
      await kysely.deleteFrom("note").where("id", "=", id).execute();
    };
    expect(await read("at", "ascending", { between })).toBe("987634521");
    await kysely.insertInto("note").values(rows).execute();
    await sql`update note set at = date_trunc('milliseconds', at)`.execute(kysely);
    expect(await read("at", "descending", { between })).toBe("154329876");
    await kysely.insertInto("note").values(rows).execute();
  });

  it.each(["none", "value"] as const)("are found by the index, with the cursor %s", async (cursor) => {
    const { kysely } = database;
    const many = sql`select 'm' || n, now() + n * interval '1 minute', null from generate_series(1, 5000) n`;
    await sql`insert into note ${many} on conflict do nothing`.execute(kysely);
    await sql`analyze`.execute(kysely);
    const plan = planModels(schema, postgresDialect).get("note") ?? expect.unreachable("the plan of the model");
    const page = { orderBy: "at", direction: "descending", limit: 5 } as const;
    const after = cursor === "value" ? { cursor: { value: new Date(`${second}.002Z`), id: "n4" } } : {};
    const shown = { own: plan, parent: null };
    const query = listQuery(createTable(postgresDialect, plan), {}, { ...page, ...after }, shown);
    const { prepared, parameters } = query ?? expect.unreachable("the query of the page");
    const { rows } = await kysely.executeQuery(CompiledQuery.raw(`explain ${prepared.statement.sql}`, [...parameters]));
    expect(JSON.stringify(rows)).toMatch(/Index (Only )?Scan Backward using .*note_at_id_idx/);
    expect(JSON.stringify(rows)).not.toMatch(/Sort|Seq Scan on \\"?note/);
  });
});
