import { once } from "node:events";
import { memory } from "@keyhold/adapter-memory";
import { billingCustomerModel, billingSubscriptionModel, webhookEventModel } from "@keyhold/billing";
import { createAuth } from "@keyhold/core";
import type { Adapter } from "@keyhold/core/adapter";
import { contextOf } from "@keyhold/core/tools";
import fc from "fast-check";
import { describe, expect, inject, test } from "vitest";
import { raceTypes } from "../../../../tests/harness/databases.ts";
import { eachRound, raceTimeout as timeout } from "../../../../tests/harness/processes/outages.ts";
import { useRaceBench } from "../../../../tests/harness/processes/race-bench.ts";
import { effectModel, racePlugins, webhookSecret } from "../../../../tests/harness/processes/race-plugins.ts";
import { isWhole } from "../../../../tests/harness/repeats.ts";
import { deliverEvents } from "../mirror/deliver.ts";
import { type Draw, eventOf, type HistoryEvent } from "../mirror/histories.ts";
import { mirrorRows } from "../mirror/rows.ts";
import { insertUsers } from "../mirror/users.ts";
import { delivery, endLease, race, strideOn } from "./deliveries.ts";

const services = inject("services");

const draws = fc.array(
  fc.record<Draw>({
    kind: fc.constantFrom("customer", "subscription", "order", "refund", "grant", "state"),
    version: fc.integer({ min: 1, max: 9 }),
    inside: fc.integer({ min: 1, max: 9 }),
  }),
  { minLength: 16, maxLength: 16 },
);

/** The rows that the events make one after another, in memory. */
async function expectedRows(events: readonly HistoryEvent[], ownerId: string) {
  const plugins = await racePlugins.mirror();
  const auth = createAuth({
    secret: "only for this test: 4f9b7c21d8e3a650",
    baseURL: "https://app.example.com",
    database: memory(),
    plugins,
  });
  const ctx = await contextOf(auth);
  if (!ctx) throw new Error("The auth has not started.");
  const db = ctx.db as unknown as Adapter;
  await insertUsers(db, ownerId);
  await deliverEvents(auth, events, { secret: webhookSecret });
  return mirrorRows(db);
}

describe.each(raceTypes(services))("the mirror by several processes on %s:", (type) => {
  const bench = useRaceBench({ type, services, config: "mirror" });

  /** The rows of one customer. */
  async function rowsOf(customerId: string) {
    const tables = Object.entries(await mirrorRows(bench().db)).map(([name, rows]) => [
      name,
      rows.filter((row) => {
        const { id, customerId: of = id } = row as { readonly id: string; readonly customerId?: string };
        return of === customerId;
      }),
    ]);
    return Object.fromEntries(tables);
  }

  test("a history twice, in another order and at once, makes the rows of its events in sequence", {
    timeout,
  }, async () => {
    await eachRound(type, async (round) => {
      const [drawn = []] = fc.sample(draws, { numRuns: 1, seed: Number(round) + 1 });
      const suffix = `-${type}-${round}`;
      const events = drawn.map((one) => eventOf(one, suffix));
      const { billingProduct: _, billingBenefit: __, ...expected } = await expectedRows(events, `user${suffix}`);
      await insertUsers(bench().db, `user${suffix}`);
      const requests = await Promise.all(
        [...events, ...events].reverse().map((event, index) => delivery(`${suffix}-${index}`, event)),
      );
      const answers = await race(bench(), requests);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(await rowsOf(`customer${suffix}`)).toMatchObject(expected);
    });
  });

  // Galera runs the statements of MariaDB.
  if (type === "galera" && !isWhole) return;

  test("after a kill at any step the rows and the handlers are complete, each once", { timeout }, async () => {
    const stride = strideOn(type);
    let step = 1;
    for (; step < 80; step += stride) {
      const suffix = `-killed-${step}`;
      const id = `mirror${suffix}`;
      await insertUsers(bench().db, `user${suffix}`);
      const request = await delivery(id, eventOf({ kind: "subscription", version: 1, inside: 1 }, suffix));
      const worker = await bench().startDying(step);
      worker.send([request]);
      const [message] = await Promise.race([once(worker, "exit"), once(worker, "message")]);
      worker.kill("SIGKILL");
      if (Array.isArray(message)) break;
      await endLease(bench(), id);
      const [again] = await bench().race([request]);
      expect(again, `killed at step ${step}`).toMatchObject({ status: 200 });
      const { db } = bench();
      expect(await db.find(billingSubscriptionModel, { id: `subscription${suffix}` })).toMatchObject({ amount: 1 });
      expect(await db.find(billingCustomerModel, { id: `customer${suffix}` })).not.toBe(null);
      expect(await db.find(webhookEventModel, { eventId: id })).toMatchObject({ status: "handled" });
      const effects = await db.list(effectModel, { eventId: id }, { orderBy: "id", limit: 10 });
      expect(effects.filter(({ handler }) => handler === "committed last")).toHaveLength(1);
    }
    expect(step).toBeGreaterThan(10);
  });
});
