import { planMigration } from "@keyhold/adapter-kysely";
import { billingUsageModel } from "@keyhold/billing";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { freshDatabase, racedAtNight } from "../../../tests/harness/databases.ts";
import { openDatabase } from "../../../tests/harness/processes/open.ts";
import { untilTaken } from "../../../tests/harness/refusals.ts";
import { crowdsOn, raceRounds as rounds } from "../../../tests/harness/repeats.ts";
import { openUsage } from "./usage/open.ts";

/* Uses and reservations at once. */

const services = inject("services");
const timeout = 600_000;
const callers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe.each(racedAtNight(services))("on %s", (type) => {
  async function open(settings: Parameters<typeof openUsage>[0] = {}) {
    const fresh = await freshDatabase(type, services);
    const database = openDatabase(fresh);
    onTestFinished(async () => {
      await database.close();
      await fresh.drop();
    });
    const shop = await openUsage({ ...settings, database });
    await (await planMigration(database, shop.auth.schema)).apply();
    return shop;
  }

  test.each(crowdsOn(type))("of %i callers with one key one counts the use", { timeout }, async (count) => {
    const { api, atProvider, buy, clock, person, settled } = await open();
    for (let round = 0; round < rounds; round += 1) {
      clock.forward({ minutes: 1 });
      const { user } = await person(`ada-${round}`);
      await buy(user.id);
      const use = { event: "call", userId: user.id, key: `request-${round}` } as const;
      const answers = await Promise.all(callers(count).map(() => untilTaken(() => api.track(use))));
      expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
      await settled();
      expect(await atProvider(user.id)).toBe(9);
    }
  });

  test.each(crowdsOn(type))("of %i callers of reserve with ten units left ten get one", { timeout }, async (count) => {
    const { api, atProvider, buy, clock, person, settled } = await open();
    for (let round = 0; round < rounds; round += 1) {
      // The stamps of the provider grow, and no usage precedes its purchase.
      clock.forward({ minutes: 1 });
      const { user } = await person(`ada-${round}`);
      await buy(user.id);
      const answers = await Promise.allSettled(
        callers(count).map(() => untilTaken(() => api.reserve({ event: "call", userId: user.id }))),
      );
      const got = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value.balance] : []));
      expect(got.sort((one, other) => one - other)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      for (const answer of answers) {
        if (answer.status === "rejected") expect(answer.reason).toMatchObject({ code: "BILLING_UNITS_EXHAUSTED" });
      }
      await settled();
      expect(await atProvider(user.id)).toBe(0);
      expect(await api.has({ entitlement: "calls", userId: user.id })).toEqual({ has: false, because: "no-balance" });
    }
  });

  test("sixteen callers of reserve with one key take the units once", { timeout }, async () => {
    const { api, buy, person } = await open();
    for (let round = 0; round < rounds; round += 1) {
      const { user } = await person(`ada-${round}`);
      await buy(user.id);
      const use = { event: "call", userId: user.id, units: 4, key: "request" } as const;
      const answers = await Promise.all(
        callers(16).map((index) => (index % 4 === 0 ? api.track(use) : api.reserve(use))),
      );
      expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
      expect(await api.has({ entitlement: "calls", userId: user.id })).toMatchObject({ balance: 6 });
    }
  });

  test("sixteen workers send each use once, although each of them finds it", { timeout }, async () => {
    const { api, atProvider, buy, clock, db, eventsSent, person, settled } = await open({ apiVersion: "2025-05" });
    const { user } = await person("ada");
    await buy(user.id);
    await api.track({ event: "call", userId: user.id, units: 1 });
    // The work that `track` leaves behind also sends rows that wait: it would take those of the first round.
    await settled();
    const [row] = await db.list(billingUsageModel, {}, { orderBy: "id", limit: 1 });
    if (!row) throw new Error("Nothing was tracked.");
    let count = 1;
    for (let round = 0; round < rounds; round += 1) {
      for (const index of callers(30)) {
        const open = { ...row, id: `left-${round}-${index}`, batch: "open", createdAt: clock.now() };
        await db.insert(billingUsageModel, { ...open, metadata: { units: 0.1 }, units: 0.1 });
      }
      count += 30;
      clock.forward({ seconds: 11 });
      const sums = await Promise.all(callers(16).map(() => api.sendUsage({})));
      expect(sums.reduce((sum, { sent }) => sum + sent, 0)).toBe(30);
      expect(eventsSent()).toHaveLength(count);
    }
    expect(await atProvider(user.id)).toBeCloseTo(9 - 3 * rounds, 6);
  });
});
