import type { KyselyDatabase } from "@keyhold/adapter-kysely";
import { planMigration } from "@keyhold/adapter-kysely";
import { mysql } from "@keyhold/adapter-kysely/mysql";
import { postgres } from "@keyhold/adapter-kysely/postgres";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import type { Adapter, Schema } from "@keyhold/core/adapter";
import { counter, defineModel, isConflict, text } from "@keyhold/core/plugin";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../../tests/harness/databases.js";

const services = inject("services");
const clubModel = defineModel("club", { id: text(), slug: text().unique(), seats: counter() });
const schema: Schema = { models: new Map([["club", clubModel]]) };
const doors = { sqlite, postgres, mysql } as const;

describe.each(databaseTypes(services))("a transaction on %s", (type) => {
  let fresh: FreshDatabase;
  let database: KyselyDatabase;
  let db: Adapter;

  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    // The server ends a deadlock before a lock times out, on a busy machine too.
    database = doors[type](fresh.place, { maxWaitMilliseconds: 30_000 });
    await (await planMigration(database, schema)).apply();
    db = database.connect(schema);
    for (const id of ["a", "b", "c"]) await db.insert(clubModel, { id, slug: id });
  });
  afterAll(async () => {
    await database.close();
    await fresh.drop();
  });

  const seats = async (id: string): Promise<number | undefined> => (await db.find(clubModel, { id }))?.seats;

  it("may call several verbs at once", async () => {
    const found = await db.transaction((tx) =>
      Promise.all([
        tx.add(clubModel, "c", "seats", 1, {}),
        tx.add(clubModel, "c", "seats", 1, {}),
        tx.find(clubModel, { id: "a" }),
        tx.count(clubModel, {}),
      ]),
    );
    expect(found).toMatchObject([{ seats: 1 }, { seats: 2 }, { id: "a" }, 3]);
  });

  it("ends for all of them if one fails", async () => {
    const failed = db.transaction((tx) =>
      Promise.all([
        tx.insert(clubModel, { id: "d", slug: "d" }),
        Promise.reject(new Error("on purpose")),
        tx.insert(clubModel, { id: "e", slug: "e" }),
      ]),
    );
    await expect(failed).rejects.toThrow("on purpose");
    expect(await db.count(clubModel, {})).toBe(3);
  });

  // SQLite has a single writer: transactions cannot deadlock there.
  const itOnServers = type === "sqlite" ? () => undefined : it;
  itOnServers("runs again after a deadlock, until both have committed", async () => {
    let runs = 0;
    let arrived = 0;
    const bothArrived = Promise.withResolvers<void>();
    const cross = (first: string, second: string) =>
      db.transaction(async (tx) => {
        runs++;
        await tx.add(clubModel, first, "seats", 1, {});
        if (++arrived === 2) bothArrived.resolve();
        await bothArrived.promise;
        await tx.add(clubModel, second, "seats", 1, {});
      });
    await Promise.all([cross("a", "b"), cross("b", "a")]);
    expect(runs, "no deadlock happened").toBeGreaterThan(2);
    expect([await seats("a"), await seats("b")]).toEqual([2, 2]);
  });

  itOnServers(
    "that locks rows out of order runs again if they are locked, instead of waiting for a deadlock",
    async () => {
      const refusals: unknown[] = [];
      let runs = 0;
      let arrived = 0;
      const bothArrived = Promise.withResolvers<void>();
      const cross = (first: string, second: string) =>
        db.transactionOn(clubModel, first, async (tx) => {
          runs++;
          if (++arrived === 2) bothArrived.resolve();
          await bothArrived.promise;
          // Even if the work catches the error, the work runs again.
          const locked = await tx.lock(clubModel, second).catch((error: unknown) => refusals.push(error));
          if (locked) await tx.add(clubModel, second, "seats", 10, {});
        });
      const before = [await seats("a"), await seats("b")];
      await Promise.all([cross("a", "b"), cross("b", "a")]);
      expect(refusals.map(String)).toEqual([expect.stringContaining("Another transaction has locked this row")]);
      expect(runs, "the one that came out of order runs twice, the other one once").toBe(3);
      expect([await seats("a"), await seats("b")]).toEqual(before.map((count) => Number(count) + 10));
    },
  );

  it("may lock rows in any order if they are free", async () => {
    let runs = 0;
    const locked = await db.transactionOn(clubModel, "c", async (tx) => {
      runs++;
      return [await tx.lock(clubModel, "a"), await tx.lock(clubModel, "nobody"), await tx.lock(clubModel, "c")];
    });
    expect(locked?.map((club) => club?.id)).toEqual(["a", undefined, "c"]);
    expect(runs).toBe(1);
  });

  it("rolls back work that had a conflict and returned another value", async () => {
    const work = db.transaction(async (tx) => {
      await tx.add(clubModel, "c", "seats", 1, {});
      return isConflict(await tx.insert(clubModel, { id: "z", slug: "a" }));
    });
    await expect(work).rejects.toThrow(/"club.slug" was in conflict. Throw instead/);
    expect(await seats("c")).toBe(2);
  });
});
