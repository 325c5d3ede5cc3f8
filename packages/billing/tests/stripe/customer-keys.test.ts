import { BillingProviderError } from "@keyhold/billing";
import { stripe } from "@keyhold/billing/stripe";
import { userModel } from "@keyhold/core/plugin";
import { startBillingProvider } from "@keyhold/testing/billing-provider";
import { expect, onTestFinished, test } from "vitest";
import { openShop } from "./shop.ts";

const ada = { email: "ada@example.com", name: "Ada", externalId: "ada" };

async function openDesk() {
  const desk = await startBillingProvider({ dialect: "stripe", products: { pro: { name: "Pro", price: 1200 } } });
  onTestFinished(() => desk.stop());
  const open = () => stripe({ apiKey: desk.accessToken, baseURL: desk.origin, retryMilliseconds: 1 });
  return { desk, open, provider: open() };
}

test("a customer that was deleted at Stripe is made again under another name or address", async () => {
  const { provider } = await openDesk();
  for (const changes of [{}, { name: "Ada Lovelace" }, { email: "lovelace@example.com" }, {}]) {
    const made = await provider.customers.create({ ...ada, ...changes });
    expect((await provider.customers.byOwner("ada"))?.id).toBe(made.id);
    await provider.customers.remove("ada");
  }
});

test("callers with different fields make one customer, also after the customer before was deleted", async () => {
  const { desk, open, provider } = await openDesk();
  await provider.customers.create(ada);
  await provider.customers.remove("ada");
  const callers = [open(), open(), open(), open()];
  const made = await Promise.allSettled(
    callers.map((one, index) => one.customers.create({ ...ada, name: index % 2 ? "Ada" : "Ada Lovelace" })),
  );
  expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(desk.events.filter(({ type }) => type === "customer.created")).toHaveLength(2);
});

/** Stripe, which keeps each answer to a key for a day, also failures. */
function failingStripe() {
  const kept = new Map<string, { readonly status: number; readonly body: string }>();
  const state = { isIll: true, made: 0 };
  const customer = { id: "cus_1", created: 1, email: null, metadata: { keyhold_owner_id: "ada" } };
  const fetch = async (_: unknown, init: RequestInit = {}): Promise<Response> => {
    if (init.method === "GET") return Response.json({ data: [], has_more: false });
    const key = new Headers(init.headers).get("idempotency-key") ?? "";
    const known = kept.get(key);
    if (known) return new Response(known.body, { status: known.status, headers: { "idempotent-replayed": "true" } });
    if (!state.isIll) state.made += 1;
    const body = JSON.stringify(state.isIll ? { error: { type: "api_error", message: "Sorry" } } : customer);
    const answer = { status: state.isIll ? 500 : 200, body };
    kept.set(key, answer);
    return new Response(answer.body, { status: answer.status });
  };
  return { state, provider: stripe({ apiKey: "sk_test_1", fetch, retryMilliseconds: 1 }) };
}

test("a failure that Stripe keeps under the key of an owner does not keep the owner from buying", async () => {
  const { state, provider } = failingStripe();
  for (const _ of [1, 2]) {
    const error = await provider.customers.create(ada).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BillingProviderError);
    expect(error).toMatchObject({ reason: "unavailable", status: 500, mayHaveHappened: true });
  }
  state.isIll = false;
  expect((await provider.customers.create(ada)).id).toBe("cus_1");
  expect(state.made).toBe(1);
});

test("a customer without an owner is never taken over by its address", async () => {
  const { db, desk, person, post, provider, settled } = await openShop();
  onTestFinished(() => desk.stop());
  const { headers, user } = await person("ada");
  await db.update(userModel, user.id, { emailVerified: true });
  await provider.customers.create({ email: "ada@example.com", name: "Old name", externalId: user.id });
  await provider.customers.remove(user.id);
  await settled();
  const other = await provider.customers.create({ email: "ada@example.com", name: "Another person" });
  expect((await post("/checkout", { slug: "pro", successUrl: "/paid" }, headers)).status).toBe(200);
  const { items } = await provider.customers.list({ email: "ada@example.com" });
  expect(items.find(({ id }) => id === other.id)?.externalId).toBeNull();
  expect((await provider.customers.byOwner(user.id))?.id).not.toBe(other.id);
});

test("a checkout is opened although the customer is deleted at Stripe while it opens, and the event comes first", async () => {
  let meanwhile = async (): Promise<void> => undefined;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (new URL(String(input)).pathname === "/v1/checkout/sessions") await meanwhile();
    return globalThis.fetch(input, init);
  };
  const { db, desk, person, post, provider, settled } = await openShop({ fetch });
  onTestFinished(() => desk.stop());
  const { headers, user } = await person("ada");
  await db.update(userModel, user.id, { emailVerified: true });
  const { id } = await provider.customers.create({ email: "ada@example.com", name: "Ada", externalId: user.id });
  await settled();
  meanwhile = async () => {
    meanwhile = async () => undefined;
    await provider.customers.remove(user.id);
    await settled();
  };
  expect((await post("/checkout", { slug: "pro", successUrl: "/paid" }, headers)).status).toBe(200);
  expect((await provider.customers.byOwner(user.id))?.id).not.toBe(id);
});
