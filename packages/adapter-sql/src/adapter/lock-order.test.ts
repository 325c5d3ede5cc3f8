import { type KyselyDatabase, kyselyAdapter, planMigration } from "@keyhold/adapter-kysely";
import type { Adapter, Schema } from "@keyhold/core/adapter";
import { counter, defineChild, defineModel, text } from "@keyhold/core/plugin";
import { Kysely, type LogEvent, MysqlDialect, PostgresDialect } from "kysely";
import { createPool } from "mysql2";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type FreshDatabase, freshDatabase } from "../../../../tests/harness/databases.js";

const services = inject("services");
const clubModel = defineModel("club", { id: text(), seats: counter() });
const teamModel = defineChild("team", clubModel, { id: text(), clubId: text().references(clubModel) });
// The lock order is the order of references, not the order of the schema.
const schema: Schema = { models: new Map([teamModel, clubModel].map((model) => [model.name, model])) };

/** SQLite has a single writer, so transactions cannot block each other there. */
describe.each(["postgres", "mysql"] as const)("the locks of a transaction on %s", (type) => {
  describe.skipIf(services[type] === null)("that is reached", () => {
    let fresh: FreshDatabase;
    let database: KyselyDatabase;
    let db: Adapter;
    const noted: LogEvent[] = [];

    beforeAll(async () => {
      fresh = await freshDatabase(type, services);
      const dialect =
        type === "postgres"
          ? // The server may force connections of a closed pool to end, and the app must listen to the pool's errors.
            new PostgresDialect({ pool: new pg.Pool({ connectionString: fresh.place }).on("error", () => undefined) })
          : new MysqlDialect({ pool: createPool({ uri: fresh.place }) });
      database = kyselyAdapter({ kysely: new Kysely({ dialect, log: (event) => void noted.push(event) }), type });
      await (await planMigration(database, schema)).apply();
      db = database.connect(schema);
      await db.insert(clubModel, { id: "a" });
      await db.insert(clubModel, { id: "b" });
      await db.transactionOn(clubModel, "a", (tx, club) => tx.insert(teamModel, { id: "a", clubId: "a" }, club));
    });
    afterAll(async () => {
      await database.kysely.destroy();
      await fresh.drop();
    });

    /** The locked rows in order, and whether each lock waited. */
    const locks = (): readonly string[] =>
      noted.flatMap(({ query: { sql, parameters } }) => {
        const [, table] = /from .(\w+). where .* for update/.exec(sql) ?? [];
        return table ? [`${table} ${parameters[0]}${sql.endsWith("skip locked") ? " if free" : ""}`] : [];
      });

    /** Locks out of order while another transaction has the first row, until that is noticed. */
    async function meet(work: (started: () => void) => Promise<unknown>): Promise<void> {
      const [isLocked, noticed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const other = db.transactionOn(clubModel, "a", async () => {
        isLocked.resolve();
        await noticed.promise;
      });
      await isLocked.promise;
      noted.length = 0;
      await work(noticed.resolve);
      await other;
    }

    it("are taken in the order of the calls if that is the common order, or the rows are free", async () => {
      noted.length = 0;
      await db.transactionOn(clubModel, "a", async (tx) => {
        await tx.lock(clubModel, "b");
        await tx.lock(teamModel, "a");
        await tx.lock(clubModel, "b");
      });
      await db.transactionOn(teamModel, "a", (tx) => tx.lock(clubModel, "b"));
      expect(locks()).toEqual(["club a", "club b", "team a", "club b", "team a", "club b if free"]);
    });

    it("are all taken in the common order before work runs again after a conflicting lock", async () => {
      let runs = 0;
      await meet((noticed) =>
        db.transactionOn(teamModel, "a", async (tx) => {
          runs++;
          await tx.lock(clubModel, "b");
          await tx.lock(clubModel, "a").finally(noticed);
        }),
      );
      expect(runs).toBe(2);
      expect(locks()).toEqual([
        ...["team a", "club b if free", "club a if free"],
        ...["club a", "club b", "team a"],
        ...["team a", "club b", "club a"],
      ]);
    });

    it("are not enough for a write in the next run: the work must request them again", async () => {
      let runs = 0;
      const refused = meet((noticed) =>
        db.transactionOn(clubModel, "b", async (tx) => {
          runs++;
          if (runs === 1) return tx.lock(clubModel, "a").finally(noticed);
          return tx.insert(teamModel, { id: "b", clubId: "a" }, { id: "a" } as never);
        }),
      );
      await expect(refused).rejects.toThrow('needs its "club" locked');
      expect(runs).toBe(2);
    });
  });
});
