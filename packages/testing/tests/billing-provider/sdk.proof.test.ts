import { startBillingProvider } from "@keyhold/testing/billing-provider";
import { Polar } from "@polar-sh/sdk";
import { createPolar } from "polar-sdk-newest/2026-04";
import { Polar as LastWithSchemas } from "polar-sdk-with-schemas";
import { describe, expect, onTestFinished, test } from "vitest";
import { openShop } from "./shop.ts";

/* The provider's own SDKs against the provider for tests: 0.32.16 and 0.49.0 parse each answer, 1.0.1 does not. */

describe("SDK 0.32.16, which parses each answer", () => {
  async function open() {
    const { provider } = await openShop({ apiVersion: "2025-05" });
    const polar = new Polar({ accessToken: provider.accessToken, serverURL: provider.origin });
    return { provider, polar };
  }

  test("sells, reads what was sold, and cancels", async () => {
    const { provider, polar } = await open();
    const [pro = ""] = Object.values(provider.products);
    await polar.customers.create({ email: "ada@example.com", externalId: "ada" });
    const checkout = await polar.checkouts.create({ products: [pro], customerExternalId: "ada" });
    await provider.pay(checkout.url);
    expect((await polar.checkouts.get({ id: checkout.id })).status).toBe("succeeded");
    const state = await polar.customers.getStateExternal({ externalId: "ada" });
    expect(state.activeSubscriptions.map(({ productId }) => productId)).toEqual([pro]);
    const subscriptionId = state.activeSubscriptions[0]?.id ?? "";
    const ingested = await polar.events.ingest({ events: [{ name: "calls", externalCustomerId: "ada" }] });
    expect(ingested.inserted).toBe(1);
    const session = await polar.customerSessions.create({ customerExternalId: "ada" });
    expect(session.customerPortalUrl).toContain(provider.origin);
    const canceled = await polar.subscriptions.update({
      id: subscriptionId,
      subscriptionUpdate: { cancelAtPeriodEnd: true },
    });
    expect(canceled.cancelAtPeriodEnd).toBe(true);
    expect((await polar.subscriptions.revoke({ id: subscriptionId })).status).toBe("canceled");
  });

  test("reads each list, page by page", async () => {
    const { provider, polar } = await open();
    const [pro = "", , , , book = ""] = Object.values(provider.products);
    for (const product of [pro, book]) {
      const checkout = await polar.checkouts.create({ products: [product], customerExternalId: "ada" });
      await provider.pay(checkout.url);
    }
    await polar.events.ingest({ events: [{ name: "calls", externalCustomerId: "ada" }] });
    const lists = [
      await polar.customers.list({ limit: 1 }),
      await polar.products.list({ limit: 1 }),
      await polar.benefits.list({ limit: 1 }),
      await polar.meters.list({ limit: 1 }),
      await polar.checkouts.list({ limit: 1 }),
      await polar.subscriptions.list({ limit: 1 }),
      await polar.orders.list({ limit: 1 }),
      await polar.customerMeters.list({ limit: 1 }),
    ];
    const counts: number[] = [];
    for (const pages of lists) {
      let count = 0;
      for await (const { result } of pages) count += result.items.length;
      counts.push(count);
    }
    expect(counts).toEqual([1, 7, 3, 1, 2, 1, 2, 1]);
  });

  test("throws the errors of the provider", async () => {
    const { polar } = await open();
    await polar.customers.create({ email: "ada@example.com", externalId: "ada" });
    const failures = [
      polar.customers.create({ email: "ada@example.com" }),
      polar.customers.getExternal({ externalId: "eve" }),
      polar.customerSessions.create({ customerExternalId: "eve" }),
      polar.subscriptions.update({ id: "none", subscriptionUpdate: { revoke: true } }),
    ];
    const names = (await Promise.allSettled(failures)).map((result) =>
      result.status === "rejected" ? result.reason.name : "none",
    );
    expect(names).toEqual(["HTTPValidationError", "ResourceNotFound", "HTTPValidationError", "ResourceNotFound"]);
  });
});

describe("SDK 0.49.0, the last that parses answers", () => {
  test("reads what was sold, in the spelling of 2026-04", async () => {
    const { provider } = await openShop();
    const polar = new LastWithSchemas({ accessToken: provider.accessToken, serverURL: provider.origin });
    const [pro = "", , trial = "", , book = ""] = Object.values(provider.products);
    await polar.customers.create({ email: "ada@example.com", externalId: "ada" });
    for (const product of [pro, trial, book]) {
      const checkout = await polar.checkouts.create({ products: [product], externalCustomerId: "ada" });
      await provider.pay(checkout.url);
    }
    await polar.events.ingest({ events: [{ name: "calls", externalCustomerId: "ada" }] });
    const state = await polar.customers.getStateExternal({ externalId: "ada" });
    expect(state.activeSubscriptions.map(({ status }) => status)).toEqual(["active", "trialing"]);
    expect(state.activeMeters.map(({ balance }) => balance)).toEqual([99]);
    const [order] = (await polar.orders.list({ externalCustomerId: "ada" })).result.items;
    await polar.refunds.create({ orderId: order?.id ?? "", amount: 100, reason: "other" });
    const lists = [
      polar.products.list({}),
      polar.benefits.list({}),
      polar.meters.list({}),
      polar.checkouts.list({}),
      polar.subscriptions.list({}),
      polar.refunds.list({}),
      polar.customerMeters.list({}),
    ];
    const counts = (await Promise.all(lists)).map(({ result }) => result.items.length);
    expect(counts).toEqual([7, 3, 1, 3, 2, 1, 1]);
    const session = await polar.customerSessions.create({ externalCustomerId: "ada" });
    expect(session.customer.externalId).toBe("ada");
  });
});

test("SDK 0.49.0 parses seats, prices per seat and discounts", async () => {
  const provider = await startBillingProvider({
    products: { seats: { name: "Seats", price: { perSeat: 800, min: 2, max: 10 }, interval: "month" } },
    discounts: {
      launch: { name: "Launch", percent: 25, code: "LAUNCH", products: ["seats"] },
      loyal: { name: "Loyal", amount: 200, duration: { months: 3 } },
    },
  });
  onTestFinished(() => provider.stop());
  const polar = new LastWithSchemas({ accessToken: provider.accessToken, serverURL: provider.origin });
  const checkout = await polar.checkouts.create({
    ...{ products: [provider.products.seats], externalCustomerId: "acme", seats: 3 },
    discountId: provider.discounts.loyal,
  });
  await provider.pay(checkout.url);
  const [subscription] = (await polar.subscriptions.list({})).result.items;
  const subscriptionId = subscription?.id ?? "";
  const seat = await polar.customerSeats.assignSeat({ subscriptionId, email: "ada@example.com", immediateClaim: true });
  expect(seat).toMatchObject({ status: "claimed", customerEmail: "ada@example.com" });
  expect(await polar.customerSeats.listSeats({ subscriptionId })).toMatchObject({ availableSeats: 2, totalSeats: 3 });
  const changed = await polar.subscriptions.update({ id: subscriptionId, subscriptionUpdate: { seats: 5 } });
  expect(changed).toMatchObject({ seats: 5, amount: 4000 });
  expect((await polar.customerSeats.revokeSeat({ seatId: seat.id })).status).toBe("revoked");
  expect((await polar.discounts.list({})).result.items.map(({ redemptionsCount }) => redemptionsCount)).toEqual([1, 0]);
  expect((await polar.orders.list({})).result.items).toMatchObject([
    { discountAmount: 200, totalAmount: 2200, seats: 3 },
  ]);
  expect((await polar.products.list({})).result.items[0]?.prices).toMatchObject([{ amountType: "seat_based" }]);
});

describe("SDK 1.0.1", () => {
  test("sells, reads what was sold, and gets the errors of the provider", async () => {
    const { provider } = await openShop({ apiVersion: "2025-05" });
    const polar = createPolar({ accessToken: provider.accessToken, baseUrl: provider.origin });
    const [pro = ""] = Object.values(provider.products);
    await polar.customers.create({ email: "ada@example.com", external_id: "ada" });
    const checkout = await polar.checkouts.create({ products: [pro], external_customer_id: "ada" });
    await provider.pay(checkout.url);
    const state = await polar.customers.getStateExternal("ada");
    expect(state.active_subscriptions).toMatchObject([{ product_id: pro, status: "active", trial_end: null }]);
    expect((await polar.orders.list({ external_customer_id: "ada" })).items).toMatchObject([{ description: "Pro" }]);
    const again = polar.customers.create({ email: "ada@example.com" });
    await expect(again).rejects.toMatchObject({ statusCode: 422 });
    provider.fail({ status: 429, retryAfterSeconds: 3, times: 1 });
    await expect(polar.products.list()).rejects.toMatchObject({ retryAfter: 3 });
    expect(provider.calls.every(({ headers }) => headers.get("polar-version") === "2026-04")).toBe(true);
  });
});
