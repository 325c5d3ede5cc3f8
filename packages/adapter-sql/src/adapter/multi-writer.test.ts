import type { Schema } from "@keyhold/core/adapter";
import { counter, defineChild, defineModel, defineOneTime, text } from "@keyhold/core/plugin";
import { describe, expect, it } from "vitest";
import { endPauses } from "../../../../tests/harness/ended-pauses.ts";
import type { Driver } from "../driver/driver.js";
import { planMigration } from "../migrate/plan.js";
import { type SqlDatabase, sqlDatabase } from "../sql-database.js";
import { parts } from "../sql-parts.js";
import { sqlite } from "../sqlite.js";
import { tablesOf } from "../tables/tables-of.js";

const clubModel = defineModel("club", { id: text(), seats: counter() });
const teamModel = defineChild("clubTeam", clubModel, { id: text(), clubId: text().references(clubModel) });
const ticketModel = defineOneTime("ticket", { id: text() });
const schema: Schema = {
  models: new Map([clubModel, teamModel, ticketModel].map((model) => [model.name, model])),
};

/** A server with a club, which answers the question for Galera, or fails statements with a deadlock. */
function server(galera: "ON" | "OFF" | "unknown", deadlocks = 0): { database: SqlDatabase; statements: string[] } {
  const statements: string[] = [];
  let left = deadlocks;
  const run: Driver["run"] = async ({ sql }) => {
    statements.push(sql.replaceAll("`", "").replace(/select .* from club where .*?( for update.*)?$/, "select club$1"));
    if (sql.startsWith("show")) return { rows: galera === "unknown" ? [] : [["wsrep_on", galera]], affected: 0 };
    if (sql.includes("for update") && left-- > 0) throw Object.assign(new Error("Deadlock"), { errno: 1213 });
    return { rows: sql.startsWith("select") ? [["a", 0]] : [], affected: 1 };
  };
  const driver: Driver = { run, transaction: (work) => work({ run }), close: async () => undefined };
  return { database: sqlDatabase({ name: "test", type: "mysql", driver }), statements };
}

const lock = (database: SqlDatabase) => database.connect(schema).transactionOn(clubModel, "a", async () => null);

describe("a lock on a node of Galera", () => {
  it("is also a write of the row, and the server is asked once", async () => {
    const { database, statements } = server("ON");
    const db = database.connect(schema);
    for (let call = 0; call < 2; call += 1) await db.transactionOn(clubModel, "a", async () => null);
    const write = expect.stringMatching(/^update club set lockVersion = lockVersion \+ 1 where club.id = \?/);
    expect(statements).toEqual([
      "select club for update",
      "show variables like 'wsrep_on'",
      write,
      "select club for update",
      write,
    ]);
  });

  it("writes once, although the work asks for the lock again", async () => {
    const { database, statements } = server("ON");
    await database.connect(schema).transactionOn(clubModel, "a", async (tx) => {
      await tx.lock(clubModel, "a");
    });
    expect(statements.filter((sql) => sql.startsWith("update"))).toHaveLength(1);
  });

  it("is tried more often than on a server with one writer", async () => {
    endPauses();
    await expect(lock(server("ON", 11).database)).resolves.toBeNull();
    await expect(lock(server("ON", 12).database)).rejects.toThrow("12 times");
    await expect(lock(server("OFF", 5).database)).rejects.toThrow("5 times");
  });
});

it.each(["OFF", "unknown"] as const)("a lock on MySQL is no write if the answer for Galera is %s", async (answer) => {
  const { database, statements } = server(answer);
  await lock(database);
  await lock(database);
  expect(statements.filter((sql) => sql.startsWith("update"))).toEqual([]);
});

describe("multiWriter: true, on any database,", () => {
  const open = (multiWriter: boolean) => sqlite(":memory:", { multiWriter });

  it("has a column in the tables with rows that can be locked, which no lock decreases", async () => {
    const database = open(true);
    const plan = await planMigration(database, schema);
    expect(plan.statements.filter((sql) => sql.includes(`"lockVersion" integer default 0 not null`))).toHaveLength(2);
    await plan.apply();
    expect((await planMigration(database, schema)).isEmpty).toBe(true);
    const db = database.connect(schema);
    await db.insert(clubModel, { id: "a" });
    await db.transactionOn(clubModel, "a", async () => null);
    await db.transaction((tx) => tx.lock(clubModel, "a"));
    const { rows } = (await database.session?.run(
      { sql: `select "lockVersion" from "club"`, columns: ["lockVersion"], isRead: true },
      [],
    )) ?? { rows: [] };
    expect(rows).toEqual([[2]]);
    expect(await db.find(clubModel, { id: "a" })).toEqual({ id: "a", seats: 0 });
    await database.close();
  });

  it("adds the column to tables with rows, and names the migration as long as it is missing", async () => {
    const database = sqlite(":memory:", { multiWriter: true });
    await (
      await planMigration(
        { ...database, [parts]: { ...database[parts], tables: { ...database[parts].tables, multiWriter: false } } },
        schema,
      )
    ).apply();
    const db = database.connect(schema);
    await db.insert(clubModel, { id: "a" });
    await expect(db.transactionOn(clubModel, "a", async () => null)).rejects.toThrow("run the migration");
    await (await planMigration(database, schema)).apply();
    await expect(db.transactionOn(clubModel, "a", async () => "locked")).resolves.toBe("locked");
    await database.close();
  });

  it("names the column as the others, and describes it to generators", () => {
    const options = { naming: { case: "snake" }, multiWriter: true } as const;
    const columns = tablesOf(schema, "mysql", options).map(({ name, columns }) => [name, columns.at(-1)?.name]);
    expect(columns).toEqual([
      ["club", "lock_version"],
      ["club_team", "lock_version"],
      ["ticket", "id"],
    ]);
  });

  it("is a config error if it is neither a boolean nor auto", () => {
    const wrong: { readonly multiWriter: boolean } = JSON.parse('{"multiWriter":"yes"}');
    expect(() => sqlite(":memory:", wrong)).toThrow('`multiWriter` is true, false or "auto"');
  });
});
