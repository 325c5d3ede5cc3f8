import { type Adapter, coreModels, mergeSchema } from "@keyhold/core/adapter";
import { defineExpiringValue, type TxContext, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { decided } from "../../../../tests/harness/decided.ts";
import { openRaceDatabase, type RaceDatabase, racedInOneProcess } from "../../../../tests/harness/race-database.ts";
import { roundsInOneProcess } from "../../../../tests/harness/repeats.ts";

const services = inject("services");
const { schema } = mergeSchema([{ from: "core", models: coreModels, extends: {} }]);
const now = new Date("2026-01-05T12:00:00.000Z");
const counts = defineExpiringValue("count", { lifetimeSeconds: 60, value: z.object({ count: z.number() }) });
const sixteen = <T>(call: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 16 }, (_, index) => call(index)));

describe.each(racedInOneProcess(services))("of sixteen callers at once on %s", (type) => {
  const rounds = roundsInOneProcess(type);
  let raced: RaceDatabase;
  let db: Adapter;
  const ctx = () => ({ db: decided(db), now: () => now });

  beforeAll(async () => {
    raced = await openRaceDatabase(type, services);
    await raced.migrate(schema);
    db = raced.database.connect(schema);
  });
  afterAll(() => raced.close());

  test("one consumes an expiring value", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await counts.insert(ctx(), `consumed ${round}`, { count: round });
      const taken = await sixteen(() => counts.consume(ctx(), `consumed ${round}`));
      expect(taken.filter((value) => value !== null)).toEqual([{ count: round }]);
    }
  });

  test("each replaces the value of the caller before, under a lock, and one value stays", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const email = `${round}@example.com`;
      const user = { name: "Ada", email, emailVerified: false, image: null, createdAt: now, updatedAt: now };
      const inserted = await decided(db).insert(userModel, user, {
        onConflict: () => Promise.reject(new Error("The user exists.")),
      });
      const inTransaction = (work: (tx: Pick<TxContext, "db" | "now">) => Promise<unknown>) =>
        db.transaction(async (tx) => {
          await tx.lock(userModel, inserted.id);
          return work({ db: decided(tx), now: () => now });
        });
      await sixteen((index) => inTransaction((tx) => counts.put(tx, inserted.id, { count: index })));
      await inTransaction((tx) => counts.put(tx, inserted.id, { count: 0 }));
      await sixteen(() =>
        inTransaction((tx) => counts.replace(tx, inserted.id, ({ count }) => ({ count: count + 1 }))),
      );
      expect((await counts.find(ctx(), inserted.id))?.value).toEqual({ count: 16 });
      expect(await counts.end(ctx(), inserted.id)).toBe(true);
      expect(await counts.find(ctx(), inserted.id)).toBe(null);
    }
  });
});
