import { expect, test } from "vitest";
import { openShop } from "./shop.ts";

test("a purchase unlocks, a change of plan moves, and a cancellation ends an entitlement with its period", async () => {
  const { api, buy, clock, desk, get, person, post, provider, settled, toldSince } = await openShop();
  const ada = await person("ada");
  const { headers } = ada;
  const userId = ada.user.id;
  const has = async (name: "pro" | "yearly") => (await api.has({ entitlement: name, userId })).has;
  expect(await has("pro")).toBe(false);

  const back = await buy(headers, { slug: "pro" });
  expect(await has("pro")).toBe(true);
  const id = new URL(back).searchParams.get("id") ?? "";
  expect((await get("/billing/checkout", { id }, headers)).body).toEqual({ status: "succeeded", hasArrived: true });

  const [{ id: subscriptionId }] = (await get("/customer/subscriptions/list", {}, headers)).body.result.items;
  const changed = await post(
    "/billing/subscription/change",
    { subscriptionId, slug: "yearly", proration: "invoice" },
    headers,
  );
  expect([changed.status, changed.body.productId]).toEqual([200, desk.products.yearly]);
  await settled();
  expect([await has("pro"), await has("yearly")]).toEqual([false, true]);

  const canceled = await post("/billing/subscription/cancel", { subscriptionId, reason: "unused" }, headers);
  expect(canceled.body).toMatchObject({ cancelAtPeriodEnd: true });
  expect((await provider.subscriptions.get(subscriptionId)).customerCancellationReason).toBe("unused");
  await settled();
  expect(await api.has({ entitlement: "yearly", userId })).toMatchObject({ has: true, until: expect.any(Date) });
  expect((await post("/billing/subscription/cancel", { subscriptionId }, headers)).body.code).toBe(
    "BILLING_SUBSCRIPTION_ALREADY_CANCELED",
  );

  await desk.clock.forward({ years: 1, days: 1 });
  await settled();
  expect(clock.now().getUTCFullYear()).toBe(2027);
  expect(await has("yearly")).toBe(false);
  expect(toldSince()).toEqual(["gained pro", "lost pro", "gained yearly", "lost yearly"]);
});

test("a product that is bought once is an order with its invoice, in the smallest unit of its currency", async () => {
  const { api, buy, desk, get, person } = await openShop();
  const { headers, user } = await person("ada");
  await buy(headers, { slug: "book" });
  expect(await api.has({ entitlement: "book", userId: user.id })).toMatchObject({ has: true, because: "order" });
  const { items } = (await get("/customer/orders/list", {}, headers)).body.result;
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({
    ...{ productId: desk.products.book, status: "paid", paid: true, billingReason: "purchase" },
    ...{ totalAmount: 1500, currency: "jpy", subscriptionId: null },
  });
  const invoice = await get("/billing/orders/invoice", { orderId: items[0].id }, headers);
  expect(invoice.body.url).toBe(`${desk.origin}/invoices/${items[0].id}`);
});

test("a trial is given once, ends with its days, and is then paid", async () => {
  const { api, buy, desk, person, settled } = await openShop();
  const { headers, user } = await person("ada");
  await buy(headers, { slug: "tried" });
  expect(await api.has({ entitlement: "tried", userId: user.id })).toMatchObject({ has: true, because: "trial" });
  const [first] = desk.calls.filter(({ path }) => path === "/v1/checkout/sessions").map(({ body }) => String(body));
  expect(new URLSearchParams(first).get("subscription_data[trial_period_days]")).toBe("7");
  await desk.clock.forward({ days: 8 });
  await settled();
  expect(await api.has({ entitlement: "tried", userId: user.id })).toMatchObject({
    has: true,
    because: "subscription",
  });
  const again = await api.checkoutFor({ userId: user.id, slug: "tried", successUrl: "/paid" });
  expect(again.trialDays).toBe(0);
  const last = desk.calls.filter(({ path }) => path === "/v1/checkout/sessions").at(-1);
  expect(new URLSearchParams(String(last?.body)).has("subscription_data[trial_period_days]")).toBe(false);
});

test("a customer opens the portal, and a failed payment leaves the days of grace", async () => {
  const { api, buy, desk, get, person, provider, settled } = await openShop();
  const { headers, user } = await person("ada");
  await buy(headers, { slug: "pro" });
  const { url } = (await get("/customer/portal", {}, headers)).body;
  expect(url).toMatch(new RegExp(`^${desk.origin}/portal/`));
  expect(await (await fetch(url)).text()).toContain("Pro");
  const customer = await provider.customers.byOwner(user.id);
  desk.setCard(String(customer?.id), "declined");
  await desk.clock.forward({ months: 1 });
  await settled();
  expect(await api.has({ entitlement: "pro", userId: user.id })).toMatchObject({ has: true, because: "grace" });
});

test("an organization buys, and a deleted user leaves no customer", async () => {
  const { api, auth, buy, person, provider, settled } = await openShop();
  const { headers, user } = await person("ada");
  const { id: organizationId } = await auth.api.organization.create({ name: "Acme", slug: "acme" }, { headers });
  await buy(headers, { slug: "pro", referenceId: organizationId });
  expect((await api.has({ entitlement: "pro", organizationId })).has).toBe(true);
  expect((await api.has({ entitlement: "pro", userId: user.id })).has).toBe(false);
  const bob = await person("bob");
  await buy(bob.headers, { slug: "book" });
  expect(await provider.customers.byOwner(bob.user.id)).not.toBeNull();
  await auth.api.deleteUser({}, { headers: bob.headers });
  await settled();
  expect(await provider.customers.byOwner(bob.user.id)).toBeNull();
});
