import { isStorageUnavailable, type Schema } from "@keyhold/core/adapter";
import { bool, counter, date, defineModel, id, isConflict, json, state, text } from "@keyhold/core/plugin";
import pg from "pg";
import postgresJs from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type FreshDatabase, freshDatabase } from "../../../tests/harness/databases.js";
import { connectAdapter } from "../src/adapter/connect.js";
import { postgresDialect } from "../src/dialect/postgres.js";
import type { Driver } from "../src/driver/driver.js";
import { postgresDriver } from "../src/driver/postgres.js";
import { postgresJsDriver } from "../src/driver/postgres-js.js";
import { type Waits, waitsOf } from "../src/driver/waits.js";
import { planMigration } from "../src/index.js";
import { postgres } from "../src/postgres.js";
import type { IdOption } from "../src/tables/ids.js";
import { tableOptions } from "../src/tables/options.js";

const services = inject("services");
const seatModel = defineModel("seat", {
  id: id(),
  place: text().unique(),
  isFree: bool(),
  since: date(),
  marks: json<readonly string[]>(),
  state: state("open", "closed"),
  taken: counter(),
});
const schema: Schema = { models: new Map([["seat", seatModel]]) };
const short = waitsOf("postgres()", { maxWaitMilliseconds: 200 });
const seat = (id: string) => ({ id, place: `place of ${id}`, isFree: true, since: new Date(5), marks: ["a", "b"] });

/** The texts that the clients have sent. */
let sent: string[] = [];
class HeardClient extends pg.Client {
  override query(...given: never[]): never {
    const [first] = given as unknown as [string | { text: string }];
    sent.push(typeof first === "string" ? first : first.text);
    return (super.query as (...given: never[]) => never)(...given);
  }
}

const clients = {
  pg(place: string, waits: Waits): { driver: Driver; end: () => Promise<void> } {
    const pool = new pg.Pool({ connectionString: place, max: 16, Client: HeardClient as typeof pg.Client });
    return { driver: postgresDriver(pool, waits, async () => undefined), end: () => pool.end() };
  },
  "postgres.js"(place: string, waits: Waits): { driver: Driver; end: () => Promise<void> } {
    const client = postgresJs(place, { max: 16, debug: (_, text) => void sent.push(text) });
    return { driver: postgresJsDriver(client, waits, async () => undefined), end: () => client.end() };
  },
};

describe.skipIf(services.postgres === null).each(Object.keys(clients) as (keyof typeof clients)[])(
  "a write outside of a transaction, through %s",
  (name) => {
    let fresh: FreshDatabase;
    let other: pg.Client;
    let opened: { driver: Driver; end: () => Promise<void> };
    const connect = (ids: IdOption = "text") =>
      connectAdapter(schema, postgresDialect, opened.driver, tableOptions("postgres()", "postgres", { ids }), null);
    const setting = async (which: string): Promise<unknown> => {
      const { rows } = await opened.driver.run({ sql: `show ${which}`, columns: [which], isRead: true }, []);
      return rows[0]?.[0];
    };

    beforeAll(async () => {
      fresh = await freshDatabase("postgres", services);
      const database = postgres(fresh.place);
      await (await planMigration(database, schema)).apply();
      await database.close();
      other = new pg.Client(fresh.place);
      await other.connect();
    });
    beforeEach(async () => {
      opened = clients[name](fresh.place, short);
      await other.query(`delete from seat`);
      sent = [];
      return () => opened.end();
    });
    afterAll(async () => {
      await other.end();
      await fresh.drop();
    });

    it("is one statement, and leaves the lock timeout of the session", async () => {
      const db = connect();
      const before = await setting("lock_timeout");
      sent = [];
      await db.insert(seatModel, seat("one"));
      await db.update(seatModel, "one", { isFree: false });
      await db.transition(seatModel, "one", "state", "open", "closed");
      await db.add(seatModel, "one", "taken", 2, { max: 5 });
      expect(await db.remove(seatModel, { place: "none" })).toBe(0);
      expect(sent.map((text) => text.split(" ")[0])).toEqual(["insert", "update", "update", "update", "delete"]);
      expect(await setting("lock_timeout")).toBe(before);
      expect(await db.find(seatModel, { id: "one" })).toEqual({
        ...seat("one"),
        isFree: false,
        state: "closed",
        taken: 2,
      });
    });

    it("answers a conflict as in a transaction", async () => {
      const db = connect();
      await db.insert(seatModel, seat("one"));
      expect(isConflict(await db.insert(seatModel, { ...seat("one"), id: "other" }))).toBe(true);
    });

    it("may have an id of the type uuid", async () => {
      const db = connect("uuid7");
      const row = await db.insert(seatModel, { ...seat("one"), id: undefined });
      if (isConflict(row)) throw new Error("A conflict.");
      expect(await db.find(seatModel, { id: row.id })).toEqual(row);
    });

    type Db = ReturnType<typeof connect>;
    it.each([
      ["an update", (db: Db) => db.update(seatModel, "one", { isFree: false })],
      ["an addition", (db: Db) => db.add(seatModel, "one", "taken", 1, {})],
      ["a removal", (db: Db) => db.remove(seatModel, { place: "place of one" })],
      ["an insert of the same place", (db: Db) => db.insert(seatModel, seat("two"))],
    ])("ends %s that waits for another transaction, and changes nothing", async (_, write) => {
      const db = connect();
      await db.insert(seatModel, seat("one"));
      await other.query("begin");
      try {
        await other.query(`select 1 from seat where id = 'one' for update`);
        await other.query(`insert into seat select r.* from seat as s, jsonb_populate_record(s,
          '{"id": "held", "place": "place of two"}') as r where s.id = 'one'`);
        const error: unknown = await write(db).catch((error: unknown) => error);
        expect(isStorageUnavailable(error) && error.reason).toBe("locked by another transaction");
      } finally {
        await other.query("rollback");
      }
      expect(await db.list(seatModel, {}, { orderBy: "id", limit: 9 })).toEqual([
        { ...seat("one"), state: "open", taken: 0 },
      ]);
    });

    it.each(["repeatable read", "serializable"])(
      "counts each of sixteen callers where the default is %s",
      async (level) => {
        await opened.end();
        opened = clients[name](fresh.place, waitsOf("postgres()", {}));
        const { rows } = await other.query<{ name: string }>("select current_database() as name");
        await other.query(`alter database "${rows[0]?.name}" set default_transaction_isolation = '${level}'`);
        try {
          const db = connect();
          await db.insert(seatModel, seat("one"));

          expect(await setting("default_transaction_isolation")).toBe(level);
          await Promise.all(Array.from({ length: 16 }, () => db.add(seatModel, "one", "taken", 1, {})));
          expect(await db.find(seatModel, { id: "one" })).toMatchObject({ taken: 16 });
        } finally {
          await other.query(`alter database "${rows[0]?.name}" reset default_transaction_isolation`);
        }
      },
    );
  },
);

describe.skipIf(services.postgres === null)("a transaction through a pool of this package", () => {
  it("sends BEGIN together with its first lock, and runs nothing if BEGIN fails", async () => {
    const fresh = await freshDatabase("postgres", services);
    const database = postgres(fresh.place);
    await (await planMigration(database, schema)).apply();
    const db = database.connect(schema);
    await db.insert(seatModel, seat("one"));
    const pending: number[] = [];
    let open = 0;
    database.pool.on("acquire", (client) => {
      if ("isHeard" in client) return;
      const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
      const heard = (first: string | { text: string }, ...more: unknown[]): Promise<unknown> => {
        pending.push(open);
        open += 1;
        const text = typeof first === "string" ? first : first.text;
        const answer = text.startsWith("begin") && isRefused ? query("select refused") : query(first, ...more);
        return answer.finally(() => {
          open -= 1;
        });
      };
      Object.assign(client, { isHeard: true, query: heard });
    });
    let isRefused = false;
    await db.transactionOn(seatModel, "one", (tx) => tx.update(seatModel, "one", { isFree: false }));
    expect(pending, "open statements before BEGIN, the lock, the update, COMMIT").toEqual([0, 1, 0, 0]);
    isRefused = true;
    const write = db.transaction((tx) => tx.update(seatModel, "one", { isFree: true }));
    await expect(write).rejects.toThrow("refused");
    expect(await db.find(seatModel, { id: "one" })).toMatchObject({ isFree: false });
    await database.close();
    await fresh.drop();
  });
});
