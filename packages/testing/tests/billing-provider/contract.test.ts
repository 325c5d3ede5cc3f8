import * as schemas from "@keyhold/billing-schema";
import { expect, test } from "vitest";
import { openShop } from "./shop.ts";

/* Each answer and each event of the provider is checked with the codecs of @keyhold/billing-schema. */

const { customer, customerMeter, customerSession, customerState, listPage, order, product, subscription } = schemas;

type Entity = schemas.Entity<object, object, object>;

/** Paths of the API, and the entity of their answer. */
const lists: readonly (readonly [string, Entity])[] = [
  ["/v1/customers/", customer],
  ["/v1/products/", product],
  ["/v1/benefits/", schemas.benefit as Entity],
  ["/v1/meters/", schemas.meter],
  ["/v1/checkouts/", schemas.checkout],
  ["/v1/subscriptions/", subscription],
  ["/v1/orders/", order],
  ["/v1/refunds/", schemas.refund],
  ["/v1/customer-meters/", customerMeter],
];

/** All that the shop can do, once. */
async function liveThroughIt(apiVersion: "2025-05" | "2026-04") {
  const shop = await openShop({ apiVersion });
  const { provider, post, patch, remove } = shop;
  const owner = apiVersion === "2025-05" ? "customer_external_id" : "external_customer_id";
  const buy = async (key: keyof typeof provider.products, user: string): Promise<void> => {
    const { body } = await post("/v1/checkouts/", { products: [provider.products[key]], [owner]: user });
    await provider.pay(body.url ?? "", { email: `${user}@example.com`, name: user });
  };
  await post("/v1/customers/", { email: "ada@example.com", external_id: "ada", name: "Ada" });
  for (const key of ["pro", "metered", "book", "gift", "free"] as const) await buy(key, "ada");
  if (apiVersion === "2026-04") await buy("trial", "bob");
  await buy("pro", "eve");
  await post("/v1/events/ingest", {
    events: [1, 2, 3].map(() => ({ name: "calls", external_customer_id: "ada", metadata: { size: 1.5 } })),
  });
  const { body: found } = await shop.get("/v1/orders/?product_billing_type=one_time");
  const [book] = (found.items as unknown as { id: string }[]).slice(-1);
  await post("/v1/refunds/", { order_id: book?.id, amount: 500, reason: "other" });
  await post("/v1/refunds/", { order_id: book?.id, amount: 1000, reason: "other", revoke_benefits: true });
  const { body: subscribed } = await shop.get(`/v1/subscriptions/?product_id=${provider.products.pro}`);
  const [eves, adas] = subscribed.items as unknown as { id: string }[];
  await patch(`/v1/subscriptions/${adas?.id}`, { product_id: provider.products.team, proration_behavior: "invoice" });
  await patch(`/v1/subscriptions/${adas?.id}`, { cancel_at_period_end: true });
  await patch(`/v1/subscriptions/${adas?.id}`, { cancel_at_period_end: false });
  await patch(`/v1/subscriptions/${eves?.id}`, { cancel_at_period_end: true, customer_cancellation_reason: "unused" });
  provider.setCard("ada", "declined");
  await provider.clock.forward({ months: 2 });
  await remove("/v1/customers/external/eve");
  return shop;
}

test("every answer and every event of the API before versions is strictly what the contract says", async () => {
  const { provider, get, post } = await liveThroughIt("2025-05");
  for (const [path, entity] of lists) {
    const { status, body } = await get(path);
    expect(status, path).toBe(200);
    const page = listPage(entity).decode(body);
    expect(page.items.length, path).toBeGreaterThan(0);
    expect(listPage(entity).encode(page)).toEqual(body);
  }
  customerState.decode((await get("/v1/customers/external/ada/state")).body);
  customerSession.decode((await post("/v1/customer-sessions/", { customer_external_id: "ada" })).body);
  for (const { body } of provider.events) schemas.decodeEvent(JSON.parse(body));
});

test("every answer and every event of version 2026-04 is what the contract says, with newer fields and statuses", async () => {
  const { provider, get, post } = await liveThroughIt("2026-04");
  const tolerant = { mode: "tolerant" } as const;
  const unknown = new Set<string>();
  const note = (decoded: object): void => {
    for (const { kind, path } of schemas.unknownsIn(decoded))
      unknown.add(kind === "field" ? kind : String(path.at(-1)));
  };
  for (const [path, entity] of lists) note(listPage(entity).decode((await get(path)).body, tolerant));
  note(customerState.decode((await get("/v1/customers/external/bob/state")).body, tolerant));
  note(customerSession.decode((await post("/v1/customer-sessions/", { external_customer_id: "ada" })).body, tolerant));
  const known = provider.events.filter(({ type }) => !/expired|past_due|cycled/.test(type));
  for (const { body } of known) note(schemas.decodeEvent(JSON.parse(body), tolerant));
  expect([...unknown].sort()).toEqual(["field", "status"]);
});

test("an event names the order of a life: what happened, then the state of the customer", async () => {
  const { provider, post } = await openShop({ apiVersion: "2025-05" });
  const { body } = await post("/v1/checkouts/", { products: [provider.products.book], customer_external_id: "ada" });
  await provider.pay(body.url ?? "");
  expect(provider.events.map(({ type }) => type)).toEqual([
    "checkout.created",
    "checkout.updated",
    "customer.created",
    "order.created",
    "order.updated",
    "order.paid",
    "benefit_grant.created",
    "checkout.updated",
    "customer.state_changed",
  ]);
});
