import { billingHandlers } from "@keyhold/billing";
import { expect, test } from "vitest";
import { openShop, secret, signatureOf } from "./shop.ts";

type Shop = Awaited<ReturnType<typeof openShop>>;

/** The body of the last event of a type. */
const bodyOf = ({ desk }: Shop, type: string): string =>
  desk.events.filter((event) => event.type === type).at(-1)?.body ?? expect.fail(`There is no ${type}.`);

const secondsOf = ({ clock }: Shop): number => Math.floor(clock.now().getTime() / 1000);

/** Sends a signed body, and answers the status and the JSON. */
async function send(shop: Shop, body: string, given: Parameters<typeof signatureOf>[1] = {}) {
  const header = signatureOf(body, { at: secondsOf(shop), ...given });
  const response = await shop.deliverBody(body, header);
  return { status: response.status, body: await response.json() };
}

async function openSold(given: Parameters<typeof openShop>[0] = {}) {
  const shop = await openShop(given);
  const { headers, user } = await shop.person("ada");
  await shop.buy(headers, { slug: "pro" });
  const subscriptionOf = async () => (await shop.provider.subscriptions.list({ ownerId: user.id })).items[0];
  const has = async () => (await shop.api.has({ entitlement: "pro", userId: user.id })).has;
  return { ...shop, headers, user, has, subscriptionId: String((await subscriptionOf())?.id) };
}

/** An event that this provider has not sent, with its own id. */
const eventOf = (type: string, object: object, id = `evt_${type}`): string =>
  JSON.stringify({ id, object: "event", api_version: "2020-08-27", created: 1, type, data: { object } });

test("every event of a purchase is accepted, and a repeated event is a duplicate", async () => {
  const shop = await openSold();
  expect(new Set(shop.desk.deliveries.map(({ status }) => status))).toEqual(new Set([200, 202]));
  expect(await send(shop, bodyOf(shop, "invoice.paid"))).toEqual({ status: 200, body: { status: "duplicate" } });
});

test("a delivery with a wrong signature, a changed body, an old time or a time ahead is rejected", async () => {
  const shop = await openSold();
  const body = bodyOf(shop, "customer.subscription.created");
  const now = secondsOf(shop);
  expect((await send(shop, body, { key: "whsec_of_another_endpoint" })).body.code).toBe("WEBHOOK_SIGNATURE_MISMATCH");
  const changed = await shop.deliverBody(body.replace("active", "paused"), signatureOf(body, { at: now }));
  expect(changed.status).toBe(403);
  expect((await send(shop, body, { at: now - 301 })).body.code).toBe("WEBHOOK_TIMESTAMP_TOO_OLD");
  expect((await send(shop, body, { at: now + 301 })).body.code).toBe("WEBHOOK_TIMESTAMP_TOO_NEW");
  expect((await shop.deliverBody(body, null)).status).toBe(400);
  expect((await send(shop, body, { at: now - 299 })).status).toBe(200);
});

test.each([
  ["without a time", (_at: number, v1: string) => `v1=${v1}`],
  ["with two times", (at: number, v1: string) => `t=${at},t=${at + 1},v1=${v1}`],
  ["with a time that is no number", (at: number, v1: string) => `t=${at}x,v1=${v1}`],
])("a header %s is rejected", async (_, headerOf) => {
  const shop = await openShop();
  const body = eventOf("charge.updated", { id: "ch_1" });
  const at = secondsOf(shop);
  const v1 = signatureOf(body, { at }).split("v1=")[1] ?? "";
  expect((await shop.deliverBody(body, headerOf(at, v1))).status).toBe(400);
});

test.each([
  ["the scheme v0", (at: number, v1: string) => `t=${at},v0=${v1}`],
  ["upper case", (at: number, v1: string) => `t=${at},v1=${v1.toUpperCase()}`],
  ["a part of the signature", (at: number, v1: string) => `t=${at},v1=${v1.slice(0, 32)}`],
  ["a place after 64 others", (at: number, v1: string) => `t=${at},${"v1=0,".repeat(64)}v1=${v1}`],
])("a signature in %s is rejected", async (_, headerOf) => {
  const shop = await openShop();
  const body = eventOf("charge.updated", { id: "ch_1" });
  const at = secondsOf(shop);
  const v1 = signatureOf(body, { at }).split("v1=")[1] ?? "";
  expect((await shop.deliverBody(body, headerOf(at, v1))).status).toBe(403);
});

test("while a secret is changed, either secret is accepted, and one of several signatures suffices", async () => {
  const older = "whsec_of_the_endpoint_before_the_change";
  const shop = await openShop({ secrets: [secret, older] });
  const at = secondsOf(shop);
  for (const [index, key] of [secret, older].entries()) {
    const body = eventOf("charge.updated", { id: "ch_1" }, `evt_${index}`);
    const [time, good] = signatureOf(body, { key, at }).split(",");
    const [, wrong] = signatureOf(body, { key: "whsec_wrong", at }).split(",");
    expect((await shop.deliverBody(body, `${time},${wrong},v0=00,${good}`)).status).toBe(202);
  }
});

test("an event of an unknown type is accepted, and has its own name for handlers", async () => {
  const seen: string[] = [];
  const shop = await openShop({ handlers: billingHandlers().on("*", ({ type }) => void seen.push(String(type))) });
  expect((await send(shop, eventOf("refund.created", { id: "re_1", amount: 5 }))).body).toEqual({ status: "handled" });
  expect(seen).toEqual(["stripe.refund.created"]);
  const quiet = await openShop();
  expect(await send(quiet, eventOf("invoice.upcoming", { amount_due: 5 }))).toMatchObject({ status: 202 });
  expect(await send(quiet, eventOf("customer.created", { id: "cus_unknown" }))).toMatchObject({ status: 202 });
});

test("a signed body without the id of an event is rejected", async () => {
  const shop = await openShop();
  expect((await send(shop, JSON.stringify({ type: "customer.created" }))).body.code).toBe("WEBHOOK_BODY_INVALID");
});

test("two events in the wrong order leave the present state: the object is read again", async () => {
  const shop = await openSold();
  await shop.provider.subscriptions.revoke(shop.subscriptionId);
  await shop.settled();
  expect(await shop.has()).toBe(false);
  // The state of the purchase, after the end: with a new id, it is no duplicate.
  const older = JSON.parse(bodyOf(shop, "customer.subscription.created"));
  expect(older.data.object.status).toBe("active");
  expect(await send(shop, JSON.stringify({ ...older, id: "evt_late" }))).toEqual({
    ...{ status: 200, body: { status: "handled" } },
  });
  expect(await shop.has()).toBe(false);
});

test("an answer that is late does not undo a later state", async () => {
  let hold: Promise<void> | null = null;
  const asked = Promise.withResolvers<void>();
  const shop = await openSold({
    fetch: async (input, init) => {
      const waiting = hold;
      const answer = await fetch(input, init);
      if (waiting === null || !String(input).includes("/v1/subscriptions/")) return answer;
      // The provider has answered the older state, and the answer is on its way.
      hold = null;
      asked.resolve();
      await waiting;
      return answer;
    },
  });
  const older = JSON.parse(bodyOf(shop, "customer.subscription.created"));
  const released = Promise.withResolvers<void>();
  hold = released.promise;
  const late = send(shop, JSON.stringify({ ...older, id: "evt_slow" }));
  await asked.promise;
  await shop.provider.subscriptions.revoke(shop.subscriptionId);
  await shop.settled();
  expect(await shop.has()).toBe(false);
  released.resolve();
  expect((await late).status).toBe(200);
  expect(await shop.has()).toBe(false);
});

test("events in any order, three times each, and some at once, reach the state of the provider", async () => {
  for (const order of ["shuffled", "at-once"] as const) {
    const shop = await openSold({ deliver: { order, duplicates: 2 } });
    expect(await shop.has()).toBe(true);
    await shop.post("/billing/subscription/cancel", { subscriptionId: shop.subscriptionId, at: "now" }, shop.headers);
    await shop.settled();
    expect(await shop.has()).toBe(false);
    expect(shop.toldSince()).toEqual(["gained pro", "lost pro"]);
  }
});

test("an event that sixteen callers deliver changes the mirror once", async () => {
  let paid = 0;
  const handlers = billingHandlers().on("order.paid", () => {
    paid += 1;
  });
  const shop = await openShop({ handlers });
  const { headers, user } = await shop.person("ada");
  shop.desk.sendWebhooksTo("http://127.0.0.1:9/nowhere");
  await shop.desk.pay(await shop.open(headers, { slug: "pro" }));
  for (const type of ["customer.subscription.created", "invoice.paid"]) {
    const body = bodyOf(shop, type);
    const answers = await Promise.all(Array.from({ length: 16 }, () => send(shop, body)));
    const counts = (status: string) => answers.filter((answer) => answer.body.status === status).length;
    expect(counts("handled")).toBe(1);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  }
  expect(paid).toBe(1);
  expect(await shop.api.has({ entitlement: "pro", userId: user.id })).toMatchObject({ has: true });
  expect(shop.toldSince()).toEqual(["gained pro"]);
});

test("while the provider does not answer, an event is 503, and is handled when it comes again", async () => {
  const shop = await openSold();
  await shop.provider.subscriptions.revoke(shop.subscriptionId);
  await shop.settled();
  const body = JSON.stringify({ ...JSON.parse(bodyOf(shop, "customer.subscription.deleted")), id: "evt_again" });
  shop.desk.fail({ path: "/v1/subscriptions", status: 500 });
  expect(await send(shop, body)).toMatchObject({ status: 503, body: { code: "BILLING_PROVIDER_UNAVAILABLE" } });
  shop.desk.recover();
  expect((await send(shop, body)).status).toBe(200);
});

test("a deleted customer has no entitlement, and the app makes another for the next purchase", async () => {
  const shop = await openSold();
  await shop.provider.customers.remove(shop.user.id);
  await shop.settled();
  expect(await shop.has()).toBe(false);
  await shop.buy(shop.headers, { slug: "pro" });
  expect(await shop.has()).toBe(true);
});

test("a secret that cannot be right is an error of the config", async () => {
  await expect(openShop({ secrets: ["whsec_short"] })).rejects.toThrow(/webhook\.secret: has fewer than 24 bytes/);
});
