import { billingSubscriptionModel } from "@keyhold/billing";
import { expect, test } from "vitest";
import { openStore } from "./open.ts";

/* The subscriptions and orders of an owner: change, cancel, uncancel, invoice, and the way back from a checkout. */

async function subscribed(product: "pro" | "seats" = "pro") {
  const store = await openStore();
  const ada = await store.person("ada");
  await store.buy(ada.headers, { slug: product, ...(product === "seats" && { seats: 3 }) });
  const subscriptions = async () => (await store.auth.api.billing.state({}, { headers: ada.headers })).subscriptions;
  const [subscription] = await subscriptions();
  return { ...store, ada, subscriptions, subscriptionId: String(subscription?.id) };
}

test("a change of the product is in the mirror before the answer, and tells no repair", async () => {
  const { post, ada, subscriptionId, subscriptions, desk, events, auth } = await subscribed();
  desk.deliver({ drop: 1 });
  const fields = { subscriptionId, slug: "team", proration: "invoice" };
  const { status, body } = await post("/billing/subscription/change", fields, ada.headers);
  expect({ status, body }).toMatchObject({ status: 200, body: { id: subscriptionId, productId: desk.products.team } });
  expect(await subscriptions()).toMatchObject([{ productId: desk.products.team }]);
  await auth.idle();
  expect(events.filter(({ type }) => type === "mirror.repaired")).toEqual([]);
});

test("a change of the seats stays in the product's bounds", async () => {
  const { post, ada, subscriptionId, provider } = await subscribed("seats");
  expect((await post("/billing/subscription/change", { subscriptionId, seats: 5 }, ada.headers)).status).toBe(200);
  expect(Reflect.get(await provider.subscriptions.get(subscriptionId), "seats")).toBe(5);
  const refused = await post("/billing/subscription/change", { subscriptionId, seats: 50 }, ada.headers);
  expect(refused).toMatchObject({
    status: 422,
    body: { code: "BILLING_INPUT_REFUSED", issues: [{ path: "seats" }] },
  });
});

test("a change names a configured product, or the seats", async () => {
  const { post, ada, subscriptionId, requests, desk } = await subscribed();
  const change = (fields: object) => post("/billing/subscription/change", { subscriptionId, ...fields }, ada.headers);
  expect((await change({ slug: "hidden" })).body.code).toBe("BILLING_PRODUCT_NOT_FOUND");
  expect((await change({ slug: "constructor" })).body.code).toBe("BILLING_PRODUCT_NOT_FOUND");
  expect((await change({ productId: desk.products.hidden })).status).toBe(400);
  expect((await change({ slug: "team", seats: 2 })).status).toBe(400);
  expect(requests("PATCH", `/v1/subscriptions/${subscriptionId}`)).toEqual([]);
});

test("a browser chooses only a proration of the list: a dearer plan is then paid at once", async () => {
  const store = await openStore({ checkout: () => ({ prorations: ["invoice"] }) });
  const ada = await store.person("ada");
  await store.buy(ada.headers, { slug: "pro" });
  const { subscriptions } = await store.auth.api.billing.state({}, { headers: ada.headers });
  const fields = { subscriptionId: String(subscriptions[0]?.id), slug: "team" };
  const change = (proration: string) =>
    store.post("/billing/subscription/change", { ...fields, proration }, ada.headers);
  for (const proration of ["prorate", "next_period", "reset"])
    expect(await change(proration)).toMatchObject({
      status: 422,
      body: { code: "BILLING_INPUT_REFUSED", issues: [{ path: "proration" }] },
    });
  expect(store.requests("PATCH", `/v1/subscriptions/${fields.subscriptionId}`)).toEqual([]);
  expect((await change("invoice")).status).toBe(200);
});

test("a card that is declined is 402, and the subscription is as before", async () => {
  const { post, ada, subscriptionId, subscriptions, desk } = await subscribed();
  desk.setCard(ada.user.id, "declined");
  const fields = { subscriptionId, slug: "team", proration: "invoice" };
  const answer = await post("/billing/subscription/change", fields, ada.headers);
  expect(answer).toMatchObject({ status: 402, body: { code: "BILLING_PAYMENT_FAILED" } });
  expect(await subscriptions()).toMatchObject([{ productId: desk.products.pro }]);
});

test("a subscription runs to the end of its period after a cancellation, which can be taken back", async () => {
  const { post, ada, subscriptionId, subscriptions, desk, requests } = await subscribed();
  desk.deliver({ drop: 1 });
  const fields = { subscriptionId, reason: "unused", comment: "Too busy" };
  expect((await post("/billing/subscription/cancel", fields, ada.headers)).status).toBe(200);
  expect(await subscriptions()).toMatchObject([{ status: "active", cancelAtPeriodEnd: true }]);
  expect(requests("PATCH", `/v1/subscriptions/${subscriptionId}`)).toEqual([
    {
      cancel_at_period_end: true,
      customer_cancellation_reason: "unused",
      customer_cancellation_comment: "Too busy",
    },
  ]);
  const again = await post("/billing/subscription/cancel", fields, ada.headers);
  expect(again).toMatchObject({ status: 409, body: { code: "BILLING_SUBSCRIPTION_ALREADY_CANCELED" } });
  expect((await post("/billing/subscription/uncancel", { subscriptionId }, ada.headers)).status).toBe(200);
  expect(await subscriptions()).toMatchObject([{ status: "active", cancelAtPeriodEnd: false }]);
});

test("a cancellation at once ends the subscription, and a change afterwards is told so", async () => {
  const { post, ada, subscriptionId, subscriptions, desk } = await subscribed();
  desk.deliver({ drop: 1 });
  expect((await post("/billing/subscription/cancel", { subscriptionId, at: "now" }, ada.headers)).status).toBe(200);
  expect(await subscriptions()).toEqual([]);
  const change = await post("/billing/subscription/change", { subscriptionId, slug: "team" }, ada.headers);
  expect(change).toMatchObject({ status: 409, body: { code: "BILLING_SUBSCRIPTION_ALREADY_CANCELED" } });
});

test("a change beside another change is told that the subscription is locked", async () => {
  const { post, ada, subscriptionId, desk } = await subscribed();
  desk.fail({ path: "/v1/subscriptions/", status: 409 });
  const answer = await post("/billing/subscription/change", { subscriptionId, slug: "team" }, ada.headers);
  expect(answer).toMatchObject({ status: 409, body: { code: "BILLING_SUBSCRIPTION_LOCKED" } });
});

test("the answer has no word of the provider, and no token", async () => {
  const { post, ada, subscriptionId, desk } = await subscribed();
  for (const status of [401, 402, 404, 409, 429, 500]) {
    desk.fail({ path: "/v1/subscriptions/", status, times: 1 });
    const { text } = await post("/billing/subscription/cancel", { subscriptionId }, ada.headers);
    expect(text).not.toContain(desk.accessToken);
    expect(text).not.toContain("/v1/");
  }
});

test("another user's subscription and order are not found, alike to those that do not exist", async () => {
  const { post, get, person, subscriptionId, auth, ada, requests } = await subscribed();
  const bob = await person("bob");
  const { result } = await auth.api.customer.orders.list({}, { headers: ada.headers });
  const orderId = String(result.items[0]?.id);
  for (const path of ["change", "cancel", "uncancel"]) {
    const fields = path === "change" ? { slug: "team" } : {};
    const [own, none] = await Promise.all(
      [subscriptionId, "no-subscription"].map((id) =>
        post(`/billing/subscription/${path}`, { subscriptionId: id, ...fields }, bob.headers),
      ),
    );
    expect(own).toMatchObject({ status: 404, body: { code: "BILLING_SUBSCRIPTION_NOT_FOUND" } });
    expect(own?.text).toBe(none?.text);
  }
  const [own, none] = await Promise.all(
    [orderId, "no-order"].map((id) => get("/billing/orders/invoice", { orderId: id }, bob.headers)),
  );
  expect(own).toMatchObject({ status: 404, body: { code: "BILLING_ORDER_NOT_FOUND" } });
  expect(own?.text).toBe(none?.text);
  expect(requests("PATCH", `/v1/subscriptions/${subscriptionId}`)).toEqual([]);
});

test("a subscription that the provider no longer has is not found, and the provider is not asked", async () => {
  const { post, ada, db, clock, subscriptionId, requests } = await subscribed();
  await db.update(billingSubscriptionModel, subscriptionId, { goneAt: clock.now() });
  const answer = await post("/billing/subscription/cancel", { subscriptionId }, ada.headers);
  expect(answer).toMatchObject({ status: 404, body: { code: "BILLING_SUBSCRIPTION_NOT_FOUND" } });
  expect(requests("PATCH", `/v1/subscriptions/${subscriptionId}`)).toEqual([]);
});

test("the buyer gets the invoice of an order", async () => {
  const { get, ada, auth } = await subscribed();
  const { result } = await auth.api.customer.orders.list({}, { headers: ada.headers });
  const { status, body } = await get("/billing/orders/invoice", { orderId: String(result.items[0]?.id) }, ada.headers);
  expect({ status, body }).toEqual({ status: 200, body: { url: expect.stringMatching(/^http/) } });
});

test.each(["2025-05", "2026-04"] as const)(
  "in API version %s the state of a checkout is for its owner alone",
  async (apiVersion) => {
    for (const emailVerified of [true, false]) {
      const { person, post, get, desk, auth } = await openStore({ apiVersion });
      const [ada, bob] = [await person("ada", { emailVerified }), await person("bob")];
      const fields = { slug: "pro", successUrl: "/thanks?id={CHECKOUT_ID}" };
      const { body } = await post("/checkout", fields, ada.headers);
      const back = await desk.pay(body.url, { email: "ada@example.com" });
      const id = new URL(back).searchParams.get("id") ?? "";
      const answer = await get("/billing/checkout", { id }, ada.headers);
      expect(answer).toMatchObject({ status: 200, body: { status: "succeeded" } });
      await desk.delivered();
      await auth.idle();
      expect((await get("/billing/checkout", { id }, ada.headers)).body).toEqual({
        status: "succeeded",
        hasArrived: true,
      });
      const other = await get("/billing/checkout", { id }, bob.headers);
      const none = await get("/billing/checkout", { id: "no-checkout" }, bob.headers);
      expect(other).toMatchObject({ status: 404, body: { code: "BILLING_CHECKOUT_NOT_FOUND" } });
      expect(other.text).toBe(none.text);
    }
  },
);
