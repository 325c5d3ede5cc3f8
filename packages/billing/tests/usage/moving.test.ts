import { memory } from "@keyhold/adapter-memory";
import { billingUsageModel } from "@keyhold/billing";
import type { Adapter, Database } from "@keyhold/core/adapter";
import { expect, test } from "vitest";
import { openUsage } from "./open.ts";

/** A database that tells the end of a transaction late: the rows are committed, and the process does not know it. */
function lateAnswers(): { readonly database: Database; hold(): () => void } {
  const inner = memory();
  let answered = Promise.resolve();
  const late = (adapter: Adapter): Adapter => ({
    ...adapter,
    async transaction(work) {
      const answer = await adapter.transaction(work);
      await answered;
      return answer;
    },
  });
  return {
    database: { ...inner, connect: (schema) => late(inner.connect(schema)) },
    hold() {
      let release = (): void => undefined;
      answered = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
  };
}

test("units that join a batch are counted once by has, reserve and the balances", async () => {
  const { database, hold } = lateAnswers();
  const { api, auth, buy, db, person } = await openUsage({ database });
  const { user, headers } = await person("ada");
  await buy(user.id);
  const release = hold();
  await api.track({ event: "call", userId: user.id, units: 4 });
  await expect.poll(() => db.count(billingUsageModel, { batch: "open" })).toBe(0);
  const asked = Promise.all([
    api.has({ entitlement: "calls", userId: user.id }),
    auth.api.usage.meters.list({}, { headers }),
    api.reserve({ event: "call", userId: user.id, units: 6 }),
  ]);
  setTimeout(release, 20);
  const [has, { result }, reserved] = await asked;
  expect(has).toMatchObject({ has: true, balance: 6 });
  expect(result.items.map(({ balance }) => balance)).toContain(6);
  expect(reserved).toEqual({ isNew: true, balance: 0 });
});
