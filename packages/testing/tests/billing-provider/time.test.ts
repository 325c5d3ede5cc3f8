import { createClock } from "@keyhold/testing";
import type { TestBillingProvider } from "@keyhold/testing/billing-provider";
import { expect, test } from "vitest";
import { openApp } from "./app.ts";
import { type catalogue, openShop } from "./shop.ts";

type Shop = Awaited<ReturnType<typeof openShop>>;
type Key = keyof (typeof catalogue)["products"];

async function subscribe({ provider, get, post }: Shop, key: Key, more: object = {}) {
  const { products } = provider as TestBillingProvider<typeof catalogue>;
  const { body } = await post("/v1/checkouts/", { products: [products[key]], external_customer_id: "ada", ...more });
  await provider.pay(body.url ?? "", { email: "ada@example.com" });
  return async (): Promise<Record<string, unknown>> => {
    const { body: found } = await get("/v1/subscriptions/?external_customer_id=ada");
    const [row] = found.items as unknown as Record<string, unknown>[];
    return row ?? {};
  };
}

/** The types of the events since the last call. */
function eventsOf({ provider }: Shop): () => readonly string[] {
  let seen = provider.events.length;
  return () => {
    const types = provider.events.slice(seen).map(({ type }) => type);
    seen = provider.events.length;
    return types;
  };
}

test("a subscription renews at the end of each period, by the calendar", async () => {
  const shop = await openShop({ clock: createClock(new Date("2026-01-31T10:00:00Z")) });
  const subscription = await subscribe(shop, "pro");
  const events = eventsOf(shop);
  await shop.provider.clock.forward({ months: 1 });
  expect(await subscription()).toMatchObject({ status: "active", current_period_end: "2026-03-31T10:00:00.000Z" });
  expect(events()).toEqual([
    "subscription.cycled",
    "subscription.updated",
    "order.created",
    "order.updated",
    "order.paid",
    "benefit_grant.cycled",
    "customer.state_changed",
  ]);
  const { body } = await shop.get("/v1/orders/");
  expect(body.items).toMatchObject([{ billing_reason: "subscription_cycle", total_amount: 1200 }, {}]);
});

test("a subscription that was canceled runs to the end of its period", async () => {
  const shop = await openShop();
  const subscription = await subscribe(shop, "pro");
  const { id } = await subscription();
  const path = `/v1/subscriptions/${id}`;
  await shop.patch(path, { cancel_at_period_end: true, customer_cancellation_reason: "unused" });
  expect(await subscription()).toMatchObject({ status: "active", customer_cancellation_reason: "unused" });
  expect((await shop.patch(path, { cancel_at_period_end: true })).body.error).toBe("AlreadyCanceledSubscription");
  const events = eventsOf(shop);
  await shop.provider.clock.forward({ months: 1, days: 1 });
  expect((await subscription()).status).toBe("canceled");
  expect(events()).toEqual([
    "subscription.updated",
    "subscription.revoked",
    "benefit_grant.revoked",
    "benefit_grant.revoked",
    "customer.state_changed",
  ]);
  expect((await shop.remove(path)).status).toBe(403);
});

test("a cancellation that is taken back changes nothing", async () => {
  const shop = await openShop();
  const subscription = await subscribe(shop, "pro");
  const { id } = await subscription();
  await shop.patch(`/v1/subscriptions/${id}`, { cancel_at_period_end: true });
  await shop.patch(`/v1/subscriptions/${id}`, { cancel_at_period_end: false });
  await shop.provider.clock.forward({ months: 1, days: 1 });
  expect(await subscription()).toMatchObject({ status: "active", canceled_at: null, ends_at: null });
});

test("a declined payment makes a subscription past due, and a working card makes it active", async () => {
  const shop = await openShop();
  const subscription = await subscribe(shop, "pro");
  shop.provider.setCard("ada", "declined");
  await shop.provider.clock.forward({ months: 1 });
  expect((await subscription()).status).toBe("past_due");
  shop.provider.setCard("ada", "works");
  await shop.provider.clock.forward({ days: 3 });
  expect(await subscription()).toMatchObject({ status: "active", past_due_at: null });
});

test("a subscription whose payment is declined four more times ends", async () => {
  const shop = await openShop();
  const subscription = await subscribe(shop, "pro");
  shop.provider.setCard("ada", "declined");
  await shop.provider.clock.forward({ months: 1, days: 20 });
  expect((await subscription()).status).toBe("past_due");
  await shop.provider.clock.forward({ days: 2 });
  expect((await subscription()).status).toBe("canceled");
  expect((await shop.get("/v1/customers/external/ada/state")).body.granted_benefits).toEqual([]);
});

test("a trial costs nothing until its end", async () => {
  const shop = await openShop();
  const subscription = await subscribe(shop, "trial");
  expect(await subscription()).toMatchObject({ status: "trialing", trial_end: "2026-01-15T12:00:00.000Z" });
  expect((await shop.get("/v1/orders/")).body.items).toEqual([]);
  await shop.provider.clock.forward({ days: 14 });
  expect((await subscription()).status).toBe("active");
  expect((await shop.get("/v1/orders/")).body.items).toMatchObject([{ total_amount: 900, paid: true }]);
});

test("a trial is ended at once, or later, and the periods begin on that day", async () => {
  for (const [trial_end, days, period_end] of [
    ["now", 3, "2026-02-04"],
    ["2026-01-20T12:00:00Z", 19, "2026-02-20"],
  ] as const) {
    const shop = await openShop();
    const subscription = await subscribe(shop, "trial");
    const { id } = await subscription();
    if (trial_end === "now") await shop.provider.clock.forward({ days });
    expect((await shop.patch(`/v1/subscriptions/${id}`, { trial_end })).status).toBe(200);
    if (trial_end !== "now") await shop.provider.clock.forward({ days });
    const { status, current_period_end } = await subscription();
    expect([status, String(current_period_end).slice(0, 10)]).toEqual(["active", period_end]);
    expect((await shop.get("/v1/orders/")).body.items).toMatchObject([{ total_amount: 900, paid: true }]);
  }
});

test("metered units are on the order of the next period", async () => {
  const shop = await openShop();
  await subscribe(shop, "metered");
  const events = [1, 2, 3].map((number) => ({
    name: "calls",
    external_customer_id: "ada",
    external_id: `call-${number}`,
  }));
  expect((await shop.post("/v1/events/ingest", { events })).body).toEqual({ inserted: 3, duplicates: 0 });
  expect((await shop.post("/v1/events/ingest", { events })).body).toEqual({ inserted: 0, duplicates: 3 });
  await shop.provider.clock.forward({ months: 1 });
  // 3 × 2.5 cents, rounded.
  expect((await shop.get("/v1/orders/")).body.items).toMatchObject([{ total_amount: 8 }, { total_amount: 0 }]);
});

test("credit is used up by usage, and is granted again with each period", async () => {
  const shop = await openShop();
  await subscribe(shop, "pro");
  const events = [{ name: "calls", external_customer_id: "ada" }];
  await shop.post("/v1/events/ingest", { events });
  const meters = async () => (await shop.get("/v1/customers/external/ada/state")).body.active_meters;
  expect(await meters()).toMatchObject([{ consumed_units: 1, credited_units: 100, balance: 99 }]);
  await shop.provider.clock.forward({ months: 1 });
  expect(await meters()).toMatchObject([{ consumed_units: 0, credited_units: 100, balance: 100 }]);
});

test("a change of product is billed at once, with the next order, or from the next period on", async () => {
  const amounts: unknown[] = [];
  for (const proration_behavior of ["invoice", "prorate", "next_period"]) {
    const shop = await openShop();
    const subscription = await subscribe(shop, "pro");
    const { id } = await subscription();
    const { products } = shop.provider as TestBillingProvider<typeof catalogue>;
    await shop.provider.clock.forward({ days: 15, hours: 12 });
    await shop.patch(`/v1/subscriptions/${id}`, { product_id: products.team, proration_behavior });
    const before = (await subscription()).amount;
    await shop.provider.clock.forward({ days: 16 });
    const { body } = await shop.get("/v1/orders/");
    const items = body.items as unknown as { readonly total_amount: number }[];
    amounts.push([proration_behavior, before, ...items.map(({ total_amount }) => total_amount)]);
  }
  expect(amounts).toEqual([
    ["invoice", 3000, 3000, 900, 1200],
    ["prorate", 3000, 3900, 1200],
    ["next_period", 1200, 3000, 1200],
  ]);
});

test("a checkout that nobody pays expires after an hour", async () => {
  const { provider, get, post } = await openShop();
  const { body } = await post("/v1/checkouts/", { products: [Object.values(provider.products)[0]] });
  await provider.clock.forward({ minutes: 59 });
  expect((await get(`/v1/checkouts/${body.id}`)).body.status).toBe("open");
  await provider.clock.forward({ minutes: 1 });
  expect((await get(`/v1/checkouts/${body.id}`)).body.status).toBe("expired");
  await expect(provider.pay(body.url ?? "")).rejects.toThrow("The checkout is expired.");
});

test("on the clock of the machine, a forwarded provider signs deliveries with the time of the machine", async () => {
  const { url, received } = await openApp();
  const { provider, post } = await openShop({ clock: "machine", webhookUrl: url });
  const before = Date.now();
  await provider.clock.forward({ years: 1 });
  await post("/v1/customers/", { email: "ada@example.com" });
  await provider.delivered();
  const [delivery] = received;
  const signedAt = Number(delivery?.headers["webhook-timestamp"]) * 1000;
  expect(Math.abs(signedAt - before)).toBeLessThan(300_000);
  const { data } = JSON.parse(delivery?.body ?? "");
  expect(new Date(data.created_at).getTime()).toBeGreaterThan(before + 364 * 86_400_000);
});

test("a clock only goes forward", async () => {
  const { provider } = await openShop();
  await expect(provider.clock.forward({ days: -1 })).rejects.toThrow("A clock can only go forward.");
});
