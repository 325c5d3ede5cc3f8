import { memory } from "@keyhold/adapter-memory";
import { billingUsageModel } from "@keyhold/billing";
import type { Adapter, Database } from "@keyhold/core/adapter";
import { expect, onTestFinished, test, vi } from "vitest";
import { openUsage } from "./open.ts";

/**
 * A database that answers late while it is held. "transaction": the rows are committed, and the process does not know it.
 * "look": the search for batches of other processes.
 */
function lateAnswers(what: "transaction" | "look") {
  const inner = memory();
  let answered = Promise.resolve();
  /** Reads of balances, and answers that are held, since the database is held. */
  const count = { reads: 0, held: 0 };
  const late = (adapter: Adapter): Adapter => ({
    ...adapter,
    list: (async (...given: Parameters<Adapter["list"]>) => {
      const answer = await adapter.list(...given);
      if (given[0].name === "billingHolding") count.reads += 1;
      if (what !== "look" || given[0].name !== "billingUsageBatch") return answer;
      count.held += 1;
      await answered;
      return answer;
    }) as Adapter["list"],
    async transaction(work) {
      const answer = await adapter.transaction(work);
      if (what === "transaction") await answered;
      return answer;
    },
  });
  const database: Database = { ...inner, connect: (schema) => late(inner.connect(schema)) };
  return {
    database,
    count,
    hold() {
      Object.assign(count, { reads: 0, held: 0 });
      let release = (): void => undefined;
      answered = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
  };
}

test("units that join a batch are counted once by has, reserve and the balances", async () => {
  const { count, database, hold } = lateAnswers("transaction");
  const { api, auth, buy, db, person } = await openUsage({ database });
  const { user, headers } = await person("ada");
  await buy(user.id);
  const release = hold();
  await api.track({ event: "call", userId: user.id, units: 4 });
  await expect.poll(() => db.count(billingUsageModel, { batch: "open" })).toBe(0);
  // Each call waits a second at most, on a busy machine too short a time for this test. A poll adds its interval.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const asked = Promise.all([
    api.has({ entitlement: "calls", userId: user.id }),
    auth.api.usage.meters.list({}, { headers }),
    api.reserve({ event: "call", userId: user.id, units: 6 }),
  ]);
  // `reserve` has read the balance. `has` would have an answer by now, too.
  await expect.poll(() => count.reads, { interval: 1 }).toBeGreaterThan(0);
  release();
  const [has, { result }, reserved] = await asked;
  expect(has).toMatchObject({ has: true, balance: 6 });
  expect(result.items.map(({ balance }) => balance)).toContain(6);
  expect(reserved).toEqual({ isNew: true, balance: 0 });
});

test("a use that is tracked during the search for other batches is counted, and sent after it", async () => {
  const { count, database, hold } = lateAnswers("look");
  const { api, atProvider, buy, eventsSent, person, settled } = await openUsage({ database });
  const { user } = await person("ada");
  await buy(user.id);
  const release = hold();
  await api.track({ event: "call", userId: user.id, units: 1 });
  await expect.poll(eventsSent).toHaveLength(1);
  await expect.poll(() => count.held).toBeGreaterThan(0);
  await api.track({ event: "call", userId: user.id, units: 4 });
  await expect(api.has({ entitlement: "calls", userId: user.id })).resolves.toMatchObject({ balance: 5 });
  release();
  await settled();
  expect(await atProvider(user.id)).toBe(5);
  expect(await api.has({ entitlement: "calls", userId: user.id })).toMatchObject({ balance: 5 });
});
