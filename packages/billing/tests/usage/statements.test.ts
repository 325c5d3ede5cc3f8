import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { expect, onTestFinished, test } from "vitest";
import { noting, shorten } from "../../../../tests/harness/noted-statements.ts";
import { openUsage } from "./open.ts";

/** The statements until the answer, without those behind it. */
async function openNoted() {
  const ran: string[] = [];
  const opened = new DatabaseSync(":memory:");
  const database = sqlite(noting(opened, ran));
  const shop = await openUsage({ database });
  onTestFinished(() => opened.close());
  await (await planMigration(database, shop.auth.schema)).apply();
  const { user } = await shop.person("ada");
  await shop.buy(user.id);
  // Behind the answers nothing runs that these tests would count.
  shop.desk.fail({ path: "/v1/events/ingest", status: 401 });
  async function statementsOf(call: () => Promise<unknown>): Promise<readonly string[]> {
    await shop.auth.idle();
    ran.length = 0;
    await call();
    // Behind the answer the use joins a batch, in a transaction.
    const behind = ran.indexOf("begin immediate");
    const own = behind < 0 ? [...ran] : ran.slice(0, behind);
    await shop.auth.idle();
    return own.map(shorten);
  }
  return { ...shop, ran, statementsOf, user };
}

test("track is one statement, with a key and without", async () => {
  const { api, statementsOf, user } = await openNoted();
  for (const key of [{}, { key: "request-1" }, { key: "request-1" }]) {
    expect(await statementsOf(() => api.track({ event: "call", userId: user.id, ...key }))).toEqual([
      'insert "billingUsage"',
    ]);
  }
});

test("has is one statement while usage is tracked", async () => {
  const { api, statementsOf, user } = await openNoted();
  await api.track({ event: "call", userId: user.id });
  expect(await statementsOf(() => api.has({ entitlement: "calls", userId: user.id, units: 9 }))).toEqual([
    'select "billingHolding"',
  ]);
});

test("a hundred uses of an owner are sent by one request, with few statements", async () => {
  const { api, desk, ran, sent, settled, user } = await openNoted();
  desk.recover();
  await Promise.all(Array.from({ length: 101 }, () => api.track({ event: "free", userId: user.id })));
  await settled();
  const before = sent().length;
  ran.length = 0;
  await Promise.all(Array.from({ length: 100 }, () => api.track({ event: "call", userId: user.id, units: 0.01 })));
  await settled();
  const behind = ran
    .map(shorten)
    .filter((sql) => sql !== 'insert "billingUsage"' && /billing(Usage|Holding)/.test(sql));
  const requests = sent().length - before;
  // Two if a second is over since the last request: then the first use is sent at once.
  expect(requests).toBeLessThanOrEqual(2);
  expect(behind.length).toBeLessThanOrEqual(16 * requests);
});
