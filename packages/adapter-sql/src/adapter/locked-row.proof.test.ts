import { setTimeout as pause } from "node:timers/promises";
import type { KyselyDatabase } from "@keyhold/adapter-kysely";
import { planMigration } from "@keyhold/adapter-kysely";
import { mysql } from "@keyhold/adapter-kysely/mysql";
import { postgres } from "@keyhold/adapter-kysely/postgres";
import { type Adapter, isStorageUnavailable, type Schema } from "@keyhold/core/adapter";
import { defineModel, text } from "@keyhold/core/plugin";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type FreshDatabase, freshDatabase } from "../../../../tests/harness/databases.js";

const services = inject("services");
const personModel = defineModel("person", { id: text(), name: text() });
const clubModel = defineModel("club", { id: text(), name: text() });
const schema: Schema = { models: new Map([personModel, clubModel].map((model) => [model.name, model])) };
const servers = ["postgres", "mysql"] as const;
const waits = { maxWaitMilliseconds: 1200 };
const turns = 30;
const people = Array.from({ length: 100 }, (_, index) => `person ${index}`);

const millisecondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

for (const type of servers)
  describe.skipIf(services[type] === null)(`a row that another connection keeps locked on ${type}`, () => {
    let fresh: FreshDatabase;
    let database: KyselyDatabase;
    let witness: KyselyDatabase;
    let db: Adapter;

    beforeAll(async () => {
      fresh = await freshDatabase(type, services);
      const open = () => (type === "postgres" ? postgres(fresh.place, waits) : mysql(fresh.place, waits));
      [database, witness] = [open(), open()];
      await (await planMigration(database, schema)).apply();
      db = database.connect(schema);
      await db.insert(clubModel, { id: "locked", name: "" });
      for (const id of people) await db.insert(personModel, { id, name: "" });
    });
    afterAll(async () => {
      await database.close();
      await witness.close();
      await fresh.drop();
    });

    /**
     * Locks a row by a foreign transaction, and calls `work` 20 times a second. Returns the waiting times of other
     * calls.
     */
    async function waitsOfOthers(
      table: "person" | "club",
      id: string,
      work: (turn: number) => Promise<unknown>,
    ): Promise<readonly number[]> {
      const locked = Promise.withResolvers<void>();
      const finished = Promise.withResolvers<void>();
      const foreign = witness.kysely.transaction().execute(async (transaction) => {
        await sql`select id from ${sql.table(table)} where id = ${id} for update`.execute(transaction);
        locked.resolve();
        await finished.promise;
      });
      await locked.promise;
      const failures: Promise<unknown>[] = [];
      const waits: Promise<number>[] = [];
      try {
        for (let turn = 0; turn < turns; turn += 1) {
          failures.push(work(turn).catch((error: unknown) => error));
          waits.push(
            millisecondsOf(() => db.transactionOn(personModel, people.at(-1 - (turn % 20)) ?? "", async () => null)),
          );
          await pause(50);
        }
        const errors = await Promise.all(failures);
        expect(errors.every(isStorageUnavailable), String(errors[0])).toBe(true);
        return await Promise.all(waits);
      } finally {
        await Promise.allSettled([...failures, ...waits]);
        finished.resolve();
        await foreign;
      }
    }

    /**
     * Without a limit two of three calls wait once the pool is in use, and the last calls time out; a busy machine
     * slows a few.
     */
    const expectShort = (others: readonly number[]): void =>
      expect(others.filter((milliseconds) => milliseconds > 300).length).toBeLessThan(turns / 3);

    it("does not delay other calls while transactions on it begin", async () => {
      const others = await waitsOfOthers("person", "person 0", () =>
        db.transactionOn(personModel, "person 0", async () => null),
      );
      expectShort(others);
    });

    it("does not delay other calls while it is written outside of transactions", async () => {
      const others = await waitsOfOthers("person", "person 0", () => db.update(personModel, "person 0", { name: "x" }));
      expectShort(others);
    });

    it("does not delay other calls while transactions on other rows lock it, too", async () => {
      const others = await waitsOfOthers("club", "locked", (turn) =>
        db.transactionOn(personModel, people[turn] ?? "", (tx) => tx.lock(clubModel, "locked")),
      );
      expectShort(others);
    });
  });
