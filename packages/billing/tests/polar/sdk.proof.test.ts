import * as schemas from "@keyhold/billing-schema";
import { Polar } from "@polar-sh/sdk";
import { createPolar } from "polar-sdk-newest/2026-04";
import { expect, test } from "vitest";
import { openShop } from "./shop.ts";

/* Polar's own SDKs get answers equal to those of our client, from one provider. */

const tolerant = { mode: "tolerant" } as const;

test("SDK 1.0.1 and our client get the same answers", async () => {
  const { desk, provider, buy } = await openShop();
  const polar = createPolar({ accessToken: desk.accessToken, baseUrl: desk.origin });
  await buy("pro");
  await buy("book");
  const ours = {
    state: await provider.state("ada"),
    customers: await provider.customers.list(),
    orders: await provider.orders.list({ ownerId: "ada" }),
    subscriptions: await provider.subscriptions.list({ ownerId: "ada" }),
    products: await provider.products.list(),
    benefits: await provider.benefits.list(),
    meters: await provider.meters.list(),
  };
  // What our client decoded, as the JSON that it came from.
  const { customerState, customer, order, subscription, product, benefit, meter, listPage } = schemas;
  expect({
    state: ours.state && customerState.encode(ours.state, tolerant),
    customers: listPage(customer).encode(ours.customers, tolerant),
    orders: listPage(order).encode(ours.orders, tolerant),
    subscriptions: listPage(subscription).encode(ours.subscriptions, tolerant),
    products: listPage(product).encode(ours.products, tolerant),
    benefits: listPage(benefit).encode(ours.benefits, tolerant),
    meters: listPage(meter).encode(ours.meters, tolerant),
  }).toEqual({
    state: await polar.customers.getStateExternal("ada"),
    customers: await polar.customers.list(),
    orders: await polar.orders.list({ external_customer_id: "ada" }),
    subscriptions: await polar.subscriptions.list({ external_customer_id: "ada" }),
    products: await polar.products.list(),
    benefits: await polar.benefits.list(),
    meters: await polar.meters.list(),
  });
});

test("SDK 1.0.1 and our client assign, list and revoke equal seats, and read one discount", async () => {
  const { desk, provider } = await openShop();
  const polar = createPolar({ accessToken: desk.accessToken, baseUrl: desk.origin });
  const { url } = await polar.checkouts.create({
    ...{ products: [desk.products.seats], external_customer_id: "acme", seats: 4 },
    discount_id: desk.discounts.launch,
  });
  await desk.pay(url, { email: "acme@example.com" });
  const [{ id } = { id: "" }] = (await provider.subscriptions.list()).items;
  const theirs = await polar.customerSeats.assignSeat({
    ...{ subscription_id: id, external_member_id: "ada", immediate_claim: true },
  });
  await provider.seats.assign(id, { externalMemberId: "bob" });
  const { seats, available_seats, total_seats } = await polar.customerSeats.listSeats({ subscription_id: id });
  const ours = await provider.seats.list(id);
  expect([available_seats, total_seats]).toEqual([ours.availableCount, ours.totalCount]);
  expect(seats.map((seat) => [seat.id, seat.status, seat.member?.external_id, new Date(seat.created_at)])).toEqual(
    ours.items.map((seat) => [seat.id, seat.status, seat.externalMemberId, seat.createdAt]),
  );
  expect((await polar.customerSeats.revokeSeat(theirs.id)).status).toBe("revoked");
  const { items } = await polar.discounts.list();
  expect(
    schemas.listPage(schemas.discount).decode({ items, pagination: { total_count: 1, max_page: 1 } }, tolerant),
  ).toMatchObject({ items: [{ code: "LAUNCH", redemptionsCount: 1 }] });
  expect((await polar.orders.list()).items).toMatchObject([
    { seats: 4, subtotal_amount: 3200, discount_amount: 800, total_amount: 2400, discount: { code: "LAUNCH" } },
  ]);
});

test("SDK 0.32.16 and our client get the same answers, in the same client form", async () => {
  const { desk, provider, buy } = await openShop({ apiVersion: "2025-05" });
  const polar = new Polar({ accessToken: desk.accessToken, serverURL: desk.origin });
  await buy("pro");
  await buy("book");
  const { items } = await provider.orders.list({ ownerId: "ada" });
  expect((await polar.orders.list({})).result.items).toEqual(items);
  const [order] = items;
  expect(await polar.checkouts.get({ id: String(order?.checkoutId) })).toEqual(
    await provider.checkouts.get(String(order?.checkoutId)),
  );
  const subscriptions = await provider.subscriptions.list({ ownerId: "ada" });
  expect((await polar.subscriptions.list({})).result.items).toEqual(subscriptions.items);
  expect(await polar.customers.getExternal({ externalId: "ada" })).toEqual(await provider.customers.byOwner("ada"));
  expect((await polar.products.list({})).result).toEqual(await provider.products.list());
});

test("our requests are those of SDK 1.0.1: method, path, version and body", async () => {
  const { desk, provider } = await openShop();
  const polar = createPolar({ accessToken: desk.accessToken, baseUrl: desk.origin });
  const [pro] = [desk.products.pro];
  const sent = async (work: () => Promise<unknown>) => {
    const count = desk.calls.length;
    await work().catch(() => undefined);
    return desk.calls.slice(count).map(({ method, path, headers, body }) => ({
      ...{ method, path, body },
      version: headers.get("polar-version"),
      authorization: headers.get("authorization"),
    }));
  };
  const pairs: readonly (readonly [() => Promise<unknown>, () => Promise<unknown>])[] = [
    [
      () => provider.customers.create({ email: "ada@example.com", externalId: "ada" }),
      () => polar.customers.create({ email: "ada@example.com", external_id: "ada" }),
    ],
    [
      () => provider.checkouts.create({ products: [pro], externalCustomerId: "ada", seats: 2 }),
      () => polar.checkouts.create({ products: [pro], external_customer_id: "ada", seats: 2 }),
    ],
    [() => provider.portal("ada"), () => polar.customerSessions.create({ external_customer_id: "ada" })],
    [
      () => provider.subscriptions.cancel("one", { customerCancellationReason: "unused" }),
      () => polar.subscriptions.update("one", { cancel_at_period_end: true, customer_cancellation_reason: "unused" }),
    ],
    [
      () => provider.usage.ingest([{ name: "calls", externalCustomerId: "ada" }]),
      () => polar.events.ingest({ events: [{ name: "calls", external_customer_id: "ada" }] }),
    ],
  ];
  for (const [ours, theirs] of pairs) expect(await sent(ours)).toEqual(await sent(theirs));
});
