import { billingHandlers } from "@keyhold/billing";
import { expect, test } from "vitest";
import { openShop, secret, signatureOf } from "./shop.ts";

/** An app whose events of customers are kept, with a handler, and a switch that takes Stripe away. */
async function openAway() {
  const state = { isAway: false, isOdd: false, reads: 0, runs: 0 };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    state.reads += 1;
    if (state.isAway) throw new TypeError("fetch failed");
    if (state.isOdd) return Response.json({ id: "cus_1", created: 1, email: 5, metadata: {} });
    return globalThis.fetch(input, init);
  };
  const handlers = billingHandlers().on("customer.updated", () => {
    state.runs += 1;
    if (state.runs === 1) throw new Error("The handler fails once.");
  });
  const shop = await openShop({ fetch, handlers, keepBodies: "all" });
  shop.desk.sendWebhooksTo(`${shop.desk.origin}/v1/nowhere`);
  const { id } = await shop.provider.customers.create({ email: "ada@example.com" });
  const deliver = async () => {
    const body = JSON.stringify({ id: "evt_1", type: "customer.created", data: { object: { id } } });
    const at = Math.floor(shop.clock.now().getTime() / 1000);
    const response = await shop.deliverBody(body, signatureOf(body, { at, key: secret }));
    return { status: response.status, body: await response.json() };
  };
  return { ...shop, state, deliver };
}

test("while Stripe is away a retry fails without an error, and the event is read with its handlers", async () => {
  const { auth, deliver, state } = await openAway();
  expect((await deliver()).status).toBe(500);
  state.isAway = true;
  const handlers = [
    { name: "customer.updated#1", isDone: false },
    { name: "mirror", isDone: true },
  ];
  expect(await auth.api.readWebhookEvent({ id: "evt_1" })).toMatchObject({ type: "customer.updated", handlers });
  expect(await auth.api.retryWebhookEvent({ id: "evt_1" })).toEqual({ outcome: "failed", handler: null });
  state.isAway = false;
  expect(await auth.api.retryWebhookEvent({ id: "evt_1" })).toEqual({ outcome: "handled", handler: null });
  expect(state.runs).toBe(2);
});

test("while Stripe is away a repeated delivery and a retry of a handled event are duplicates, without a read", async () => {
  const { auth, deliver, state } = await openAway();
  await deliver();
  expect((await deliver()).body).toEqual({ status: "handled" });
  state.isAway = true;
  state.reads = 0;
  expect(await deliver()).toEqual({ status: 200, body: { status: "duplicate" } });
  expect(await auth.api.retryWebhookEvent({ id: "evt_1" })).toMatchObject({ outcome: "duplicate" });
  expect(state.reads).toBe(0);
});

test("while Stripe is away a retry of all kept events counts each as failed", async () => {
  const { auth, deliver, state } = await openAway();
  state.isOdd = true;
  expect((await deliver()).body).toEqual({ status: "undecodable" });
  Object.assign(state, { isOdd: false, isAway: true });
  expect(await auth.api.retryUndecodableEvents({})).toMatchObject({ failed: 1, handled: 0 });
});
