import { planMigration } from "@keyhold/adapter-kysely";
import { memory } from "@keyhold/adapter-memory";
import { billing, billingHandlers } from "@keyhold/billing";
import { createAuth } from "@keyhold/core";
import type { Adapter, Database } from "@keyhold/core/adapter";
import { contextOf } from "@keyhold/core/tools";
import fc from "fast-check";
import { describe, expect, inject, test } from "vitest";
import { secret } from "../../../tests/harness/billing/webhook-fixture.ts";
import { databaseTypes, freshDatabase } from "../../../tests/harness/databases.ts";
import { openDatabase } from "../../../tests/harness/processes/open.ts";
import { raceRounds, repeats } from "../../../tests/harness/repeats.ts";
import { deliverEvents } from "./mirror/deliver.ts";
import { type Draw, eventOf, type HistoryEvent, sampleSequences } from "./mirror/histories.ts";
import { mirrorRows } from "./mirror/rows.ts";
import { insertUsers } from "./mirror/users.ts";

/* Every order, repetition and interleaving of events makes equal rows. */

function open(database: Database) {
  return createAuth({
    secret: "only for this test: 4f9b7c21d8e3a650",
    baseURL: "https://app.example.com",
    database,
    plugins: [billing({ webhook: { secret, handlers: billingHandlers() }, mirror: true })],
  });
}

async function databaseOf(auth: ReturnType<typeof open>) {
  const ctx = await contextOf(auth);
  if (!ctx) throw new Error("The auth has not started.");
  return ctx.db as unknown as Adapter;
}

const rowsIn = async (auth: ReturnType<typeof open>) => mirrorRows(await databaseOf(auth));

async function rowsOf(events: readonly HistoryEvent[], together = 1, suffix = "") {
  const auth = open(memory());
  await insertUsers(await databaseOf(auth), `user${suffix}`);
  await deliverEvents(auth, events, { secret, together });
  return rowsIn(auth);
}

/** Every order of the items, each once: equal items keep their order. */
const permutations = <Item>(items: readonly Item[]): readonly (readonly Item[])[] =>
  items.length < 2
    ? [items]
    : [...new Set(items)].flatMap((item) =>
        permutations(items.toSpliced(items.indexOf(item), 1)).map((rest) => [item, ...rest]),
      );

test.each(sampleSequences)("every permutation with every repetition: $what", async ({ events, table, row }) => {
  const expected = await rowsOf(events);
  expect(expected[table]).toMatchObject([row]);
  for (const order of permutations([...events, ...events])) expect(await rowsOf(order)).toEqual(expected);
});

const kinds = ["customer", "subscription", "order", "refund", "grant", "state"] as const;
const draw: fc.Arbitrary<Draw> = fc.record({
  kind: fc.constantFrom(...kinds),
  version: fc.integer({ min: 1, max: 9 }),
  inside: fc.integer({ min: 1, max: 9 }),
});

/** Events, and these events in another order and repeated. */
const history = fc.array(draw, { minLength: 2, maxLength: 12 }).chain((draws) =>
  fc.record({
    events: fc.constant(draws),
    order: fc
      .shuffledSubarray([...draws, ...draws.slice(0, 4)], { minLength: draws.length })
      .map((shuffled) => [...shuffled, ...draws.filter((one) => !shuffled.includes(one))]),
    together: fc.constantFrom(1, 4, 16),
  }),
);

test("generated histories reach the same rows", { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ events, order, together }) => {
      const expected = await rowsOf(events.map((one) => eventOf(one)));
      expect(
        await rowsOf(
          order.map((one) => eventOf(one)),
          together,
        ),
      ).toEqual(expected);
    }),
    { numRuns: Math.min(1000, repeats(1000, 25) * 10) },
  );
});

describe.each(databaseTypes(inject("services")))("on %s", (type) => {
  test("sixteen callers reach the same rows", { timeout: 600_000 }, async () => {
    const fresh = await freshDatabase(type, inject("services"));
    const database = openDatabase(fresh);
    try {
      const auth = open(database);
      await (await planMigration(database, auth.schema)).apply();
      for (let round = 0; round < raceRounds; round += 1) {
        const [draws = []] = fc.sample(fc.array(draw, { minLength: 32, maxLength: 32 }), { numRuns: 1, seed: round });
        const events = draws.map((one) => eventOf(one, `-${round}`));
        await insertUsers(await databaseOf(auth), `user-${round}`);
        const expected = await rowsOf(events, 1, `-${round}`);
        await deliverEvents(auth, [...events, ...events].reverse(), { secret, together: 16 });
        const own = Object.entries(await rowsIn(auth)).map(([name, rows]) => [
          name,
          rows.filter((row) => isOfRound(row, round)),
        ]);
        const shared = ["billingProduct", "billingBenefit"];
        for (const [name, rows] of own) {
          if (!shared.includes(String(name))) expect(rows, `${name} in round ${round}`).toEqual(expected[String(name)]);
        }
      }
    } finally {
      await database.close();
      await fresh.drop();
    }
  });
});

const isOfRound = (row: object, round: number): boolean => {
  const { id, customerId = id } = row as { readonly id: string; readonly customerId?: string };
  return customerId === `customer-${round}`;
};
