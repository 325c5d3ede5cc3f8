import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { type BillingHandlers, billingHandlers } from "@keyhold/billing";
import { afterEach, describe, expect, test } from "vitest";
import { openWebhook, refundCreated } from "../../../tests/harness/billing/webhook-fixture.ts";
import { noting, shorten } from "../../../tests/harness/noted-statements.ts";

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
