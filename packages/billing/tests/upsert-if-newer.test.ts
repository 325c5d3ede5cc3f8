import { memory } from "@keyhold/adapter-memory";
import { type BillingContext, billing, billingHandlers } from "@keyhold/billing";
import { versionOf } from "@keyhold/billing-schema";
import { signWebhook } from "@keyhold/billing-schema/webhook";
import { defineModel, definePlugin, text } from "@keyhold/core/plugin";
import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { subscriptionWire } from "../../../tests/harness/billing/purchases.ts";
import { secret } from "../../../tests/harness/billing/webhook-fixture.ts";

const subscriptionModel = defineModel("subscription", {
  id: text(),
  version: text(),
  status: text(),
  slot: text().unique(),
  note: text().optional(),
});

type Write = (tx: Parameters<Parameters<BillingContext["commit"]>[0]>[0], row: Row) => Promise<unknown>;
interface Row {
  readonly id: string;
  readonly version: string;
  readonly status: string;
  readonly slot: string;
}

function open(write: Write = (tx, row) => tx.upsertIfNewer(subscriptionModel, row)) {
  const written: unknown[] = [];
  const handlers = billingHandlers().on("subscription.*", async ({ data }, { commit }) => {
    const row = { id: data.id, version: versionOf(data), status: String(data.status), slot: data.customerId };
    written.push(await commit((tx) => write(tx, row)));
  });
  const plugins = [
    definePlugin({ id: "purchases", models: [subscriptionModel] }),
    billing({ webhook: { secret, handlers } }),
  ];
  const fixture = createTestAuth({ plugins, config: { database: memory() } });
  let sent = 0;
  async function send(changes: object): Promise<number> {
    sent += 1;
    const body = JSON.stringify({ type: "subscription.updated", data: { ...subscriptionWire, ...changes } });
    const headers = await signWebhook({ secret, id: `event-${sent}`, sentAt: fixture.clock.now(), body });
    const url = "https://app.example.com/api/auth/billing/webhook";
    return (await fixture.auth.handler(new Request(url, { method: "POST", headers, body }))).status;
  }
  const find = (id = "subscription-1") => fixture.db.find(subscriptionModel, { id });
  return { ...fixture, send, find, written };
}

const at = (fraction: string): string => `2026-05-04T09:30:01.${fraction}Z`;

describe("an entity of the provider is written", () => {
  test("when there is no row of it, or one with an older version, and the answer is true", async () => {
    const fixture = open();
    for (const fraction of ["000002", "000001", "000002", "000003"]) await fixture.send({ modified_at: at(fraction) });
    expect(fixture.written).toEqual([true, false, false, true]);
    expect(await fixture.find()).toMatchObject({ version: at("000003") });
  });

  test("by the instant of its version, independent of the offset", async () => {
    const fixture = open();
    await fixture.send({ modified_at: "2026-05-04T11:30:01.5+02:00", status: "active" });
    await fixture.send({ modified_at: "2026-05-04T09:30:01.4Z", status: "unpaid" });
    expect(await fixture.find()).toMatchObject({ status: "active" });
    await fixture.send({ modified_at: "2026-05-04T09:30:01.6Z", status: "unpaid" });
    expect(await fixture.find()).toMatchObject({ status: "unpaid" });
  });

  test("and keeps the columns missing in the new row", async () => {
    const fixture = open();
    await fixture.send({ modified_at: at("1") });
    await fixture.db.update(subscriptionModel, "subscription-1", { note: "a note of the app" });
    await fixture.send({ modified_at: at("2") });
    expect(await fixture.find()).toMatchObject({ version: at("2"), note: "a note of the app" });
  });

  test("once, of sixteen first versions at once, and the newest stays", async () => {
    const fixture = open();
    const fractions = Array.from({ length: 16 }, (_, index) => String(index + 10));
    const statuses = await Promise.all(fractions.map((fraction) => fixture.send({ modified_at: at(fraction) })));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await fixture.find()).toMatchObject({ version: at("25") });
  });
});

describe("the delivery fails, and no row is written,", () => {
  test.each([1, 2])("when another row has its value of a unique column, at version %i", async (version) => {
    const fixture = open();
    await fixture.send({ modified_at: at("1") });
    if (version === 2) await fixture.send({ id: "another", customer_id: "customer-2", modified_at: at("1") });
    expect(await fixture.send({ id: "another", customer_id: "customer-1", modified_at: at("2") })).toBe(500);
    expect((await fixture.find("another"))?.slot).toBe(version === 2 ? "customer-2" : undefined);
    expect(JSON.stringify(fixture.logged)).toContain("subscription.slot");
  });

  test("when the version is invalid, also for the first one", async () => {
    const fixture = open((tx, row) => tx.upsertIfNewer(subscriptionModel, { ...row, version: "yesterday" }));
    expect(await fixture.send({})).toBe(500);
    expect(await fixture.find()).toBe(null);
    expect(JSON.stringify(fixture.logged)).toContain("A version is an ISO date and time");
  });
});
