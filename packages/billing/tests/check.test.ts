import {
  type BillingProgress,
  billingCustomerModel,
  billingOrderModel,
  billingSubscriptionModel,
  webhookEventModel,
} from "@keyhold/billing";
import { signInAs } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { syncModel } from "../src/mirror/sync-progress.ts";
import { openRepairs } from "./mirror/repairs.ts";
import { mirrorRows } from "./mirror/rows.ts";

const lost = { deliver: { drop: 1 } } as const;

const subjects = ({ findings }: { readonly findings: readonly { readonly subject: string }[] }) =>
  findings.map(({ subject }) => subject);

describe("check", () => {
  test("of the catalogue asks for the lists of which the config names ids, and for no row", async () => {
    const { api, desk } = await openRepairs();
    const before = desk.calls.length;
    expect(await api.check({ only: "catalogue" })).toMatchObject({ deliveries: null, entities: [], findings: [] });
    expect(desk.calls).toHaveLength(before);
  });

  test("finds nothing while every event arrives, and after syncAll", async () => {
    const { api, buy, desk } = await openRepairs();
    await buy("ada");
    await buy("bob", "book");
    await desk.delivered();
    const checked = await api.check({});
    expect(checked).toMatchObject({
      environment: new URL(desk.origin).host,
      deliveries: { hasAny: true, failed: 0, oldestFailedAt: null, last: { isAccepted: true } },
      syncedAt: null,
    });
    const compared = Object.fromEntries(checked.entities.map(({ entity, ...counts }) => [entity, counts]));
    expect(compared.customers).toEqual({ atProvider: 2, inMirror: 2, missing: 0, outdated: 0, altered: 0, gone: 0 });
    expect(compared.orders).toMatchObject({ atProvider: 2, inMirror: 2, missing: 0 });
    expect(compared.grants).toMatchObject({ atProvider: 1, inMirror: 1, missing: 0 });
    expect(checked.findings).toEqual([]);
    // What a list has is not asked for by its id.
    expect(desk.calls.filter(({ path }) => /subscriptions\/.|external/.test(path))).toEqual([]);
    await api.syncAll({});
    const after = await api.check({});
    expect(after.findings).toEqual([]);
    expect(after.syncedAt).toBeInstanceOf(Date);
  });

  test("counts what the mirror lacks, writes nothing, and names the command that does", async () => {
    const { api, buy, db } = await openRepairs(lost);
    await buy("ada");
    const before = await mirrorRows(db);
    const checked = await api.check({});
    expect(await mirrorRows(db)).toEqual(before);
    expect(await db.find(syncModel, { id: "all" })).toBe(null);
    expect(await db.count(webhookEventModel, {})).toBe(0);
    expect(checked.findings).toContainEqual({
      subject: "orders",
      message: "The mirror lacks 1 of 1 orders: `npx keyhold billing sync` writes them.",
    });
    expect(subjects(checked)).toEqual([
      "webhook",
      "customers",
      "products",
      "benefits",
      "subscriptions",
      "orders",
      "balances",
      "grants",
    ]);
    await api.syncAll({});
    expect(subjects(await api.check({}))).toEqual(["webhook"]);
  });

  test("tells a row of an older version from a row with another value at one version", async () => {
    const { api, buy, db, desk, provider } = await openRepairs();
    await buy("ada");
    await buy("bob", "book");
    await api.syncAll({});
    desk.deliver({ drop: 1 });
    const [subscription] = (await provider.subscriptions.list()).items;
    await provider.subscriptions.cancel(subscription?.id ?? "");
    const [order] = await db.list(billingOrderModel, { isRecurring: false }, { orderBy: "id", limit: 1 });
    await db.update(billingOrderModel, order?.id ?? "", { totalAmount: 1 });
    const { findings, entities } = await api.check({});
    expect(findings.filter(({ subject }) => ["subscriptions", "orders"].includes(subject))).toEqual([
      {
        subject: "subscriptions",
        message: "The mirror has 1 row of subscriptions in an older state: `npx keyhold billing sync` writes them.",
      },
      {
        subject: "orders",
        message:
          "The mirror has other values in 1 row of orders of the provider's version: remove the rows, then `npx keyhold billing sync` writes them.",
      },
    ]);
    expect(entities.find(({ entity }) => entity === "orders")).toMatchObject({ outdated: 0, altered: 1 });
    // As the finding says.
    await db.remove(billingOrderModel, { id: order?.id ?? "" });
    await api.syncAll({});
    expect((await api.check({})).findings.filter(({ subject }) => subject !== "webhook")).toEqual([]);
  });

  test("asks for active rows that the lists lack, and counts those that the provider does not know", async () => {
    const { api, buy, db } = await openRepairs();
    await buy("ada");
    await api.syncAll({});
    const [row] = await db.list(billingSubscriptionModel, {}, { orderBy: "id", limit: 1 });
    const [customer] = await db.list(billingCustomerModel, {}, { orderBy: "id", limit: 1 });
    if (!row || !customer) throw new Error("No row was written.");
    await db.insert(billingSubscriptionModel, { ...row, id: "unknown-there" });
    await db.insert(billingCustomerModel, { ...customer, id: "unknown-there", ownerId: "cy" });
    const checked = await api.check({});
    expect(subjects(checked)).toEqual(["customers", "subscriptions"]);
    expect(checked.findings[1]?.message).toContain("no longer has 1 row of subscriptions");
    expect(await db.find(billingSubscriptionModel, { id: "unknown-there" })).toMatchObject({ goneAt: null });
    await api.syncAll({});
    expect((await api.check({})).findings).toEqual([]);
    // A row with the mark, of an entity that the provider has.
    await db.update(billingSubscriptionModel, row.id, { goneAt: new Date(0) });
    expect(subjects(await api.check({}))).toEqual(["subscriptions"]);
  });

  test("is no difference: a row that the mirror erased with its owner, and a row newer than the list", async () => {
    const { api, auth, buy, db, desk } = await openRepairs();
    const { user, headers } = await signInAs(auth, { email: "ada@example.com" });
    await buy(user.id);
    await buy("bob");
    await api.syncAll({});
    await auth.api.deleteUser({}, { headers });
    await desk.delivered();
    await db.update(
      billingOrderModel,
      String((await db.list(billingOrderModel, {}, { orderBy: "id", limit: 1 }))[0]?.id),
      {
        version: "2999-01-01T00:00:00.0000002Z",
      },
    );
    const { findings, entities } = await api.check({});
    expect(findings).toEqual([]);
    expect(entities.find(({ entity }) => entity === "customers")).toMatchObject({ inMirror: 1 });
  });

  test("is no difference: what a row lacks of which the mirror knows only the state of the customer", async () => {
    const { api, auth, buy, desk } = await openRepairs(lost);
    await buy("ada");
    const state = desk.events.findLast(({ type }) => type === "customer.state_changed");
    desk.deliver({});
    await desk.redeliver(state?.id ?? "");
    await auth.idle();
    const { entities, findings } = await api.check({});
    expect(entities.find(({ entity }) => entity === "grants")).toMatchObject({ inMirror: 1, atProvider: 1 });
    expect(subjects({ findings })).toEqual(["products", "benefits", "orders"]);
  });

  test("is no difference: an entity whose event arrives while the check reads", async () => {
    const arrival = { work: async (): Promise<unknown> => undefined };
    const { api, buy } = await openRepairs({ ...lost, beforeDeliveries: () => arrival.work() });
    await buy("ada");
    // The deliveries are asked for after the lists.
    arrival.work = () => api.syncAll({});
    const { findings, entities } = await api.check({});
    expect(findings.filter(({ subject }) => subject !== "webhook")).toEqual([]);
    expect(entities.find(({ entity }) => entity === "orders")).toMatchObject({ atProvider: 1, inMirror: 1 });
  });

  test("counts the events that the app has not accepted, with the oldest, until they are sent again", async () => {
    const { api, buy, desk, clock, sendToApp } = await openRepairs();
    await buy("ada");
    const before = desk.clock.now();
    desk.sendWebhooksTo("http://127.0.0.1:9/");
    await buy("bob", "book");
    const failedAt = desk.clock.now();
    await desk.clock.forward({ days: 1 });
    clock.forward({ days: 1 });
    const { deliveries, findings } = await api.check({});
    expect(deliveries).toMatchObject({ hasAny: true, last: { isAccepted: false, status: null } });
    expect(deliveries?.failed).toBeGreaterThan(0);
    const oldest = deliveries?.oldestFailedAt?.getTime() ?? 0;
    expect(oldest).toBeGreaterThanOrEqual(before.getTime());
    expect(oldest).toBeLessThanOrEqual(failedAt.getTime() + 1000);
    const webhook = findings.filter(({ subject }) => subject === "webhook").map(({ message }) => message);
    expect(webhook).toEqual([
      expect.stringMatching(/^The last delivery failed \(.*, no answer\): .*`npx keyhold billing replay`\.$/),
      expect.stringMatching(/^The app has not accepted \d+ events?, since 20.*: `npx keyhold billing replay` asks/),
    ]);
    await sendToApp();
    await api.replay({});
    await desk.delivered();
    const after = await api.check({});
    expect(after.deliveries).toMatchObject({ failed: 0, oldestFailedAt: null });
    expect(after.findings).toEqual([]);
  });

  test("says that the provider delivers nothing, if there are customers and no event", async () => {
    const { api, buy } = await openRepairs(lost);
    expect((await api.check({})).findings.filter(({ subject }) => subject === "webhook")).toEqual([]);
    await buy("ada");
    const { findings } = await api.check({});
    expect(findings[0]).toMatchObject({
      subject: "webhook",
      message: expect.stringContaining("enter the URL of `POST /billing/webhook`"),
    });
  });

  test("names the environment of a token that the provider rejects, and compares nothing", async () => {
    const { api, buy, desk } = await openRepairs();
    await buy("ada");
    desk.fail({ status: 401 });
    const checked = await api.check({});
    expect(checked).toMatchObject({ deliveries: null, entities: [], findings: [{ subject: "token" }] });
    expect(checked.findings[0]?.message).toContain(`a token of ${new URL(desk.origin).host}`);
    expect(JSON.stringify(checked)).not.toContain(desk.accessToken);
    desk.recover();
    desk.fail({ status: 500 });
    await expect(api.check({})).rejects.toMatchObject({ reason: "unavailable" });
  });
});

describe("onProgress", () => {
  test("gets each entity with the provider's count, of syncAll and of check", async () => {
    const { api, buy } = await openRepairs(lost);
    await buy("ada");
    await buy("bob", "book");
    for (const call of [api.syncAll, api.check]) {
      const told: BillingProgress[] = [];
      await call({ onProgress: (progress) => void told.push(progress) });
      expect(told).toContainEqual({ entity: "customers", done: 2, total: 2 });
      expect(told).toContainEqual({ entity: "orders", done: 2, total: 2 });
      expect(told).toContainEqual({ entity: "grants", done: 1, total: null });
    }
  });

  test("gets the failed deliveries and the events of replay, and what an owner has", async () => {
    const { api, buy, desk } = await openRepairs();
    desk.sendWebhooksTo("http://127.0.0.1:9/");
    await buy("ada");
    const told: BillingProgress[] = [];
    const onProgress = (progress: BillingProgress) => void told.push(progress);
    await api.replay({ onProgress });
    const events = told.filter(({ entity }) => entity === "events");
    expect(events.at(-1)).toEqual({ entity: "events", done: events.length, total: events.length });
    expect(told[0]).toEqual({ entity: "deliveries", done: events.length, total: events.length });
    told.length = 0;
    await api.syncCustomer({ userId: "ada", onProgress });
    expect(told).toContainEqual({ entity: "orders", done: 1, total: null });
    await expect(api.syncAll({ onProgress: 1 as never })).rejects.toMatchObject({ status: 400 });
  });
});
