import { createAuth } from "@keyhold/core";
import { outboxModel } from "@keyhold/core/outbox";
import type { Context } from "@keyhold/core/plugin";
import { contextOf } from "@keyhold/core/tools";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { raceConfig } from "../../../../tests/harness/processes/race-config.ts";
import { openRaceDatabase, type RaceDatabase, racedInOneProcess } from "../../../../tests/harness/race-database.ts";
import { roundsInOneProcess } from "../../../../tests/harness/repeats.ts";
import { asking, shopPlugin } from "./shop.js";

const services = inject("services");
const sixteen = <T>(call: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 16 }, (_, index) => call(index)));

describe.each(racedInOneProcess(services))("of sixteen callers at once on %s", (type) => {
  const rounds = roundsInOneProcess(type);
  let raced: RaceDatabase;
  let auth: ReturnType<typeof open>;
  let ctx: Context;
  let shipped: string[] = [];
  const shop = {
    isAway: false,
    ship({ input }: { readonly input: { readonly order: string } }): void {
      shipped.push(input.order);
      if (shop.isAway) throw Object.assign(new Error("Away."), { mayHaveHappened: false });
    },
  };
  const open = (database: RaceDatabase["database"]) =>
    createAuth({ ...raceConfig, database, plugins: [shopPlugin(shop)], log: () => undefined });

  beforeAll(async () => {
    raced = await openRaceDatabase(type, services);
    auth = open(raced.database);
    await raced.migrate(auth.schema);
    ctx = contextOf(auth) ?? expect.fail();
  });
  afterAll(() => raced.close());

  const left = () => ctx.db.list(outboxModel, {}, { orderBy: "position", limit: 100 });

  test("one runs a due entry", async () => {
    for (let round = 0; round < rounds; round += 1) {
      shipped = [];
      shop.isAway = true;
      const order = `due ${round}`;
      await ctx.transaction((tx) => asking.add(tx, { input: { order } }));
      await auth.idle();
      const [row] = await left();
      await ctx.db.update(outboxModel, row?.id ?? "", { dueAt: new Date(0) });
      shop.isAway = false;
      const counts = await sixteen(() => auth.api.work());
      expect(counts.reduce((sum, { done }) => sum + done, 0)).toBe(1);
      expect(shipped).toEqual([order, order]);
      expect(await left()).toEqual([]);
    }
  });

  test("all add to one entry with one key, and the input of one of them is the last", async () => {
    for (let round = 0; round < rounds; round += 1) {
      shipped = [];
      shop.isAway = true;
      await sixteen((caller) =>
        ctx.transaction((tx) => asking.add(tx, { input: { order: `${caller}` }, key: `key ${round}` })),
      );
      await auth.idle();
      const [row, ...others] = await left();
      expect(others).toEqual([]);
      shop.isAway = false;
      await ctx.db.update(outboxModel, row?.id ?? "", { dueAt: new Date(0) });
      await auth.api.work();
      expect(await left()).toEqual([]);
    }
  });

  test("each retries a failed entry, and the entry runs once", async () => {
    for (let round = 0; round < rounds; round += 1) {
      shop.isAway = true;
      await ctx.transaction((tx) => asking.add(tx, { input: { order: `failed ${round}` } }));
      await auth.idle();
      const [row] = await left();
      const id = row?.id ?? "";
      await ctx.db.update(outboxModel, id, { state: "failed" });
      shop.isAway = false;
      shipped = [];
      const answers = await sixteen(() => auth.api.retryOutboxEntry({ id }));
      await auth.idle();
      expect(answers.some(({ status }) => status)).toBe(true);
      expect(shipped).toEqual([`failed ${round}`]);
      expect(await left()).toEqual([]);
    }
  });
});
