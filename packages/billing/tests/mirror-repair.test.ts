import { createServer } from "node:http";
import {
  type BillingPluginEvent,
  BillingProviderError,
  billing,
  billingCustomerModel,
  billingGrantModel,
  billingHandlers,
  billingOrderModel,
  billingSubscriptionModel,
} from "@keyhold/billing";
import { nodeHandler } from "@keyhold/core/node";
import { createTestAuth, signInAs } from "@keyhold/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { close, listen } from "../../../tests/harness/auth-server.ts";
import { syncModel as mirrorSyncModel } from "../src/mirror/sync-progress.ts";
import { openRepairs, webhookSecret } from "./mirror/repairs.ts";
import { mirrorRows } from "./mirror/rows.ts";
import { insertUsers } from "./mirror/users.ts";

/** Of these the events have a part only. */
const ofLists = { billingProduct: [], billingBenefit: [], billingMeterBalance: [], billingHolding: [] };

const lost = { deliver: { drop: 1 } };

describe("syncCustomer", () => {
  test("reads what is missing of one owner, and tells it", async () => {
    const { api, buy, db, repaired } = await openRepairs(lost);
    await buy("ada");
    await buy("bob");
    expect(await api.syncCustomer({ userId: "ada" })).toMatchObject({ read: 4 });
    expect(await db.list(billingCustomerModel, {}, { orderBy: "id", limit: 9 })).toMatchObject([{ ownerId: "ada" }]);
    expect(repaired()).toContainEqual(expect.objectContaining({ model: "billingOrder", columns: null }));
    const count = repaired().length;
    expect(await api.syncCustomer({ userId: "ada" })).toMatchObject({ written: 0 });
    expect(repaired()).toHaveLength(count);
  });

  test("asks for an ended subscription and its grants, and tells which columns differed", async () => {
    const { api, buy, db, desk, provider, repaired } = await openRepairs();
    await buy("ada");
    desk.deliver({ drop: 1 });
    const [subscription] = (await provider.subscriptions.list()).items;
    await provider.subscriptions.revoke(String(subscription?.id));
    const rowOf = () => db.list(billingSubscriptionModel, {}, { orderBy: "id", limit: 9 });
    expect(await rowOf()).toMatchObject([{ status: "active" }]);
    await api.syncCustomer({ userId: "ada" });
    expect(await rowOf()).toMatchObject([{ status: "canceled", isActive: false, goneAt: null }]);
    expect(await db.list(billingGrantModel, {}, { orderBy: "id", limit: 9 })).toMatchObject([{ isRevoked: true }]);
    const [told] = repaired().filter(({ model }) => model === "billingSubscription");
    expect(told?.columns).toContain("status");
  });

  test("answers null for an owner without a customer, and rejects two owners", async () => {
    const { api } = await openRepairs();
    expect(await api.syncCustomer({ userId: "nobody" })).toBe(null);
    expect(await api.syncCustomer({ organizationId: "nobody" })).toBe(null);
    await expect(api.syncCustomer({ userId: "ada", organizationId: "acme" })).rejects.toMatchObject({ status: 400 });
    await expect(api.syncCustomer({})).rejects.toMatchObject({ status: 400 });
  });
});

describe("syncAll", () => {
  test("goes on with the list that failed, and tells nothing of the first filling", async () => {
    const { api, buy, db, desk, repaired } = await openRepairs(lost);
    await buy("ada");
    await buy("ada", "book");
    desk.fail({ path: "/v1/orders/", status: 500 });
    await expect(api.syncAll({})).rejects.toBeInstanceOf(BillingProviderError);
    expect(await db.count(billingOrderModel, {})).toBe(0);
    desk.recover();
    const before = desk.calls.length;
    await api.syncAll({});
    expect(desk.calls.slice(before).map(({ path }) => path)).not.toContain("/v1/customers/");
    expect(await db.count(billingOrderModel, {})).toBe(2);
    expect(repaired()).toEqual([]);
    await buy("ada", "book");
    await api.syncAll({});
    expect(repaired().filter(({ model }) => model === "billingOrder")).toMatchObject([{ columns: null }]);
  });

  test("begins anew an hour after it stopped: what it has read may have changed since", async () => {
    const { api, buy, clock, db, desk } = await openRepairs(lost);
    await buy("ada");
    desk.fail({ path: "/v1/refunds/", status: 500 });
    await expect(api.syncAll({})).rejects.toBeInstanceOf(BillingProviderError);
    desk.recover();
    await buy("bob");
    clock.forward({ hours: 1 });
    await api.syncAll({});
    expect(await db.count(billingOrderModel, {})).toBe(2);
  });

  test("that goes on asks for no customer and no subscription that the list has", async () => {
    const { api, buy, db, desk } = await openRepairs(lost);
    for (const owner of ["ada", "bob", "cy"]) await buy(owner);
    await api.syncAll({});
    // As after a crash at the second page.
    await db.update(mirrorSyncModel, "all", { list: "subscriptions", page: 2 });
    const before = desk.calls.length;
    await api.syncAll({});
    const asked = desk.calls.slice(before).filter(({ path }) => /^\/v1\/subscriptions\/./.test(path));
    expect(asked).toEqual([]);
  });

  test("marks a subscription that the provider does not know by its id, and no other", async () => {
    const { api, buy, db, repaired } = await openRepairs();
    await buy("ada");
    const [row] = await db.list(billingSubscriptionModel, {}, { orderBy: "id", limit: 1 });
    if (!row) throw new Error("No subscription was written.");
    await db.insert(billingSubscriptionModel, { ...row, id: "unknown-there" });
    await api.syncAll({});
    expect(await db.find(billingSubscriptionModel, { id: "unknown-there" })).toMatchObject({
      goneAt: expect.any(Date),
    });
    expect(await db.find(billingSubscriptionModel, { id: row.id })).toMatchObject({ goneAt: null });
    const told = repaired().filter(({ id }) => id === "unknown-there");
    await api.syncAll({});
    expect(repaired().filter(({ id }) => id === "unknown-there")).toEqual(told);
    expect(told).toEqual([{ type: "mirror.repaired", model: "billingSubscription", id: "unknown-there", columns: [] }]);
  });

  test("marks no subscription that only a list lacks", async () => {
    const { buy, provider } = await openRepairs();
    await buy("ada");
    const empty = async () => ({ items: [], pagination: { totalCount: 0, maxPage: 0 } });
    const lagging = { ...provider, subscriptions: { ...provider.subscriptions, list: empty } };
    const webhook = { secret: webhookSecret, handlers: billingHandlers() };
    const { auth, db } = createTestAuth({ plugins: [billing({ webhook, provider: lagging })] });
    await insertUsers(db, "ada");
    await auth.api.billing.syncCustomer({ userId: "ada" });
    await auth.api.billing.syncAll({});
    expect(await db.list(billingSubscriptionModel, {}, { orderBy: "id", limit: 9 })).toMatchObject([
      { isActive: true, goneAt: null },
    ]);
  });

  test("takes the mark away when the provider has the entity again", async () => {
    const { api, buy, db } = await openRepairs();
    await buy("ada");
    const [row] = await db.list(billingSubscriptionModel, {}, { orderBy: "id", limit: 1 });
    await db.update(billingSubscriptionModel, row?.id ?? "", { goneAt: new Date(0) });
    await api.syncAll({});
    expect(await db.find(billingSubscriptionModel, { id: row?.id ?? "" })).toMatchObject({ goneAt: null });
  });

  test("writes no row of an entity with a value that no database stores, tells it, and reads on", async () => {
    const { auth, buy, db, provider } = await openRepairs(lost);
    await buy("ada");
    await buy("bob");
    const events: BillingPluginEvent[] = [];
    const orders = {
      ...provider.orders,
      list: async (query: object) => {
        const page = await provider.orders.list(query);
        const items = page.items.map((order, index) => (index > 0 ? order : { ...order, createdAt: new Date(NaN) }));
        return { ...page, items };
      },
    };
    const strange = createTestAuth({
      plugins: [
        billing({ webhook: { secret: webhookSecret, handlers: billingHandlers() }, provider: { ...provider, orders } }),
      ],
      config: { onEvent: (event) => void events.push(event as BillingPluginEvent) },
    });
    await insertUsers(strange.db, "ada", "bob");
    await strange.auth.api.billing.syncAll({});
    const skipped = { model: "billingOrder", id: expect.any(String), column: "createdAt" };
    expect(events).toContainEqual({ type: "mirror.skipped", ...skipped });
    expect(await strange.db.list(billingOrderModel, {}, { orderBy: "id", limit: 9 })).toHaveLength(1);
    expect(await strange.db.list(billingGrantModel, {}, { orderBy: "id", limit: 9 })).toHaveLength(2);
    expect(await db.list(billingOrderModel, {}, { orderBy: "id", limit: 9 })).toHaveLength(0);
    await auth.idle();
  });

  test("throws without a provider", async () => {
    const webhook = { secret: webhookSecret, handlers: billingHandlers() };
    const { auth } = createTestAuth({ plugins: [billing({ webhook, mirror: true })] });
    await expect(auth.api.billing.syncAll({})).rejects.toThrow("billing() has no provider to ask");
  });
});

test("after a day with the endpoint switched off, replay brings the events, and syncAll changes nothing more", async () => {
  const { api, buy, clock, db, desk, auth } = await openRepairs();
  await buy("ada");
  const url = "http://127.0.0.1:9/";
  const first = await mirrorRows(db);
  desk.sendWebhooksTo(url);
  await buy("bob");
  await desk.clock.forward({ days: 1 });
  clock.forward({ days: 1 });
  expect(await mirrorRows(db)).toEqual(first);
  const server = createServer(nodeHandler(auth));
  onTestFinished(() => close(server));
  desk.sendWebhooksTo(`${await listen(server)}/api/auth/billing/webhook`);
  const { asked } = await api.replay({});
  expect(asked).toBeGreaterThan(0);
  await desk.delivered();
  await auth.idle();
  expect(await db.list(billingCustomerModel, { ownerId: "bob" }, { orderBy: "id", limit: 9 })).toHaveLength(1);
  expect(await api.replay({})).toEqual({ asked: 0, known: asked });
  const replayed = await mirrorRows(db);
  await api.syncAll({});
  expect({ ...(await mirrorRows(db)), ...ofLists }).toEqual({ ...replayed, ...ofLists });
});

test("an event that the provider no longer has keeps back no other event of a replay", async () => {
  const { buy, provider } = await openRepairs(lost);
  await buy("ada");
  const sent: string[] = [];
  const failed = ["new", "gone", "old"].map((eventId) => ({ eventId, id: eventId, type: "order.paid" }));
  const delivery = { createdAt: new Date(0), isAccepted: false, status: 500 };
  const deliveries: typeof provider.deliveries = {
    list: async () => ({ items: failed.map((one) => ({ ...one, ...delivery })), maxPage: 1, totalCount: null }),
    async redeliver(eventId) {
      if (eventId === "gone") throw new BillingProviderError("redeliver", { reason: "not-found", status: 404 });
      sent.push(eventId);
    },
  };
  const webhook = { secret: webhookSecret, handlers: billingHandlers() };
  const { auth } = createTestAuth({ plugins: [billing({ webhook, provider: { ...provider, deliveries } })] });
  expect(await auth.api.billing.replay({})).toEqual({ asked: 2, known: 0 });
  expect(sent).toEqual(["old", "new"]);
});

test("a state that lacks a subscription makes the mirror ask for it, and the state alone ends nothing", async () => {
  const { buy, db, desk, provider, auth } = await openRepairs();
  await buy("ada");
  desk.deliver({ drop: 1 });
  const [subscription] = (await provider.subscriptions.list()).items;
  await provider.subscriptions.revoke(String(subscription?.id));
  const state = desk.events.filter(({ type }) => type === "customer.state_changed").at(-1);
  desk.deliver({});
  await desk.redeliver(String(state?.id));
  await auth.idle();
  expect(await db.list(billingSubscriptionModel, {}, { orderBy: "id", limit: 9 })).toMatchObject([
    { status: "canceled", endedAt: expect.any(Date) },
  ]);
});

test("with the user goes what the mirror has of the user, and no later event brings it back", async () => {
  const { auth, buy, db, desk, provider } = await openRepairs();
  const { user, headers } = await signInAs(auth, { email: "ada@example.com" });
  await buy(user.id);
  await buy("bob");
  await auth.api.deleteUser({}, { headers });
  // The outbox has removed the customer at the provider.
  await auth.idle();
  await buy(user.id, "book", false);
  await provider.customers.update(user.id, { name: "Ada again" });
  await desk.delivered();
  const rows = await mirrorRows(db);
  const [erased] = await db.list(billingCustomerModel, { ownerId: null }, { orderBy: "id", limit: 9 });
  expect(erased).toMatchObject({ email: null, wire: null, erasedAt: expect.any(Date) });
  expect(JSON.stringify(rows)).not.toContain(`${user.id}@example.com`);
  expect(rows.billingOrder).toHaveLength(1);
});
