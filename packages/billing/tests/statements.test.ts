import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { type BillingHandlers, billing, billingHandlers } from "@keyhold/billing";
import { createTestAuth } from "@keyhold/testing";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { orderWire, subscriptionWire } from "../../../tests/harness/billing/purchases.ts";
import { openWebhook, refundCreated, secret } from "../../../tests/harness/billing/webhook-fixture.ts";
import { noting, shorten } from "../../../tests/harness/noted-statements.ts";
import { deliverEvents } from "./mirror/deliver.ts";

describe("statements per delivery of a webhook", () => {
  const file = { close: () => undefined as unknown };
  afterEach(() => file.close());

  /** The statements of a delivery, after a first delivery for the removal of old events. */
  async function statementsOf(handlers: BillingHandlers): Promise<readonly string[]> {
    const ran: string[] = [];
    const opened = new DatabaseSync(":memory:");
    file.close = () => opened.close();
    const database = sqlite(noting(opened, ran));
    const fixture = openWebhook({ handlers, config: { database } });
    await (await planMigration(database, fixture.auth.schema)).apply();
    await fixture.deliver(refundCreated, { id: "first" });
    ran.length = 0;
    expect((await fixture.deliver(refundCreated, { id: "second" })).status).toBe(200);
    return ran.map((sql) => shorten(sql).replace(' "billingWebhookEvent"', ""));
  }

  const lockedUpdate = ["begin immediate", "select", "update", "commit"];

  test("a handler with a commit is recorded as done once, by its commit, which settles the event", async () => {
    const handlers = billingHandlers().on("refund.created", (_, { commit }) => commit(async () => null));
    expect(await statementsOf(handlers)).toEqual(["insert", ...lockedUpdate]);
  });

  test("a handler without a commit is recorded as done by the settlement", async () => {
    const handlers = billingHandlers().on("refund.created", () => undefined);
    expect(await statementsOf(handlers)).toEqual(["insert", ...lockedUpdate]);
  });

  test("of two handlers the first is recorded by its own, and the last settles the event", async () => {
    const handlers = billingHandlers()
      .on("refund.created", () => undefined)
      .on("refund.*", (_, { commit }) => commit(async () => null));
    expect(await statementsOf(handlers)).toEqual(["insert", ...lockedUpdate, ...lockedUpdate]);
  });
});

describe("statements of the mirror", () => {
  test("a paid order with all that it embeds is written by at most 12 beside those of the claim", async () => {
    const { database, statementsOf } = openNoted();
    const order = { ...orderWire, subscription_id: "subscription-1", subscription: subscriptionWire };
    const ran = await statementsOf(database, { mirror: true }, [{ type: "order.paid", data: order }]);
    // The claim: its insert, and the transaction that locks the event and records the handler.
    const beside = ran.filter((sql) => !/billingWebhookEvent|begin|commit/.test(sql));
    expect(beside.length).toBeLessThanOrEqual(12);
    expect(beside.filter((sql) => sql.startsWith("insert"))).toHaveLength(5);
  });

  test("a late event reads, and writes nothing", async () => {
    const { database, statementsOf } = openNoted();
    const at = (second: number) => ({ modified_at: `2026-05-04T09:30:0${second}.000000Z` });
    const event = (second: number) => ({
      type: "order.updated",
      data: { ...orderWire, ...at(second), subscription: null },
    });
    const ran = await statementsOf(database, { mirror: true }, [event(2), event(1)]);
    const late = ran.slice(ran.findLastIndex((sql) => sql.startsWith("insert")) + 1);
    expect(late.filter((sql) => !/select|billingWebhookEvent|begin|commit/.test(sql))).toEqual([]);
  });

  test("without a mirror an event has the statements of the claim alone", async () => {
    const { database, statementsOf } = openNoted();
    const ran = await statementsOf(database, {}, [{ type: "order.paid", data: orderWire }]);
    expect(ran.filter((sql) => !/billingWebhookEvent|begin|commit|billing(Undecodable|Event)/.test(sql))).toEqual([]);
  });

  /** A database in memory, and the statements of deliveries after it is made. */
  function openNoted() {
    const ran: string[] = [];
    const opened = new DatabaseSync(":memory:");
    onTestFinished(() => opened.close());
    const database = sqlite(noting(opened, ran));
    async function statementsOf(
      on: typeof database,
      options: { readonly mirror?: true },
      events: readonly object[],
    ): Promise<readonly string[]> {
      const webhook = { secret, handlers: billingHandlers().on("*", () => undefined) };
      const { auth, clock } = createTestAuth({ plugins: [billing({ webhook, ...options })], config: { database: on } });
      await (await planMigration(on, auth.schema)).apply();
      await deliverEvents(auth, [{ type: "wallet.created", data: {} }], { secret, now: clock.now() });
      ran.length = 0;
      await deliverEvents(auth, events, { secret, now: clock.now() });
      return ran.map(shorten);
    }
    return { database, statementsOf };
  }
});
