import { BillingProviderError, everyItem } from "@keyhold/billing";
import { stripe } from "@keyhold/billing/stripe";
import { startBillingProvider } from "@keyhold/testing/billing-provider";
import { describe, expect, onTestFinished, test } from "vitest";
import { openShop as openApp } from "./shop.ts";

async function openShop() {
  const desk = await startBillingProvider({
    dialect: "stripe",
    meters: { calls: { name: "API calls", aggregation: { func: "sum", property: "units" } } },
    products: {
      pro: { name: "Pro", price: 1200, interval: "month" },
      yearly: { name: "Yearly", price: 12_000, interval: "year" },
      book: { name: "Book", price: 1500, currency: "jpy" },
      old: { name: "Old", price: 1, isArchived: true },
    },
    discounts: { launch: { name: "Launch", percent: 25 } },
  });
  onTestFinished(() => desk.stop());
  const open = () => stripe({ apiKey: desk.accessToken, baseURL: desk.origin, retryMilliseconds: 1 });
  const provider = open();
  const checkout = (product: keyof typeof desk.products, externalCustomerId = "ada") => ({
    ...{ products: [desk.products[product]], externalCustomerId, successUrl: "https://app.example.com/paid" },
  });
  const buy = async (product: keyof typeof desk.products) => {
    const { url } = await provider.checkouts.create(checkout(product));
    await desk.pay(url ?? "");
  };
  const posts = (path: string) =>
    desk.calls
      .filter((one) => one.method === "POST" && one.path === path)
      .map((one) => new URLSearchParams(String(one.body)));
  return { desk, provider, open, checkout, buy, posts };
}

/** The error of a call. */
async function errorOf(call: Promise<unknown>): Promise<BillingProviderError> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof BillingProviderError)) throw new Error(`Not a BillingProviderError: ${String(error)}`);
  return error;
}

const ada = { email: "ada@example.com", name: "Ada", externalId: "ada" };

describe("a request", () => {
  test("has the version, the key and an idempotency key, and a form in the body", async () => {
    const { desk, provider } = await openShop();
    await provider.customers.create({ ...ada, metadata: { plan: 'a"b&c', count: 2 } });
    const { headers, body } = desk.calls.at(-1) ?? expect.fail();
    expect(headers.get("authorization")).toBe(`Bearer ${desk.accessToken}`);
    expect(headers.get("stripe-version")).toBe("2026-10-28.endive");
    expect(headers.get("idempotency-key")).toMatch(/^keyhold-customer-[0-9a-f]{64}$/);
    expect([...new URLSearchParams(String(body))]).toEqual([
      ["email", ada.email],
      ["name", "Ada"],
      ["metadata[plan]", 'a"b&c'],
      ["metadata[count]", "2"],
      ["metadata[keyhold_owner_id]", "ada"],
    ]);
  });

  test.each([
    [401, "unauthorized"],
    [402, "payment-failed"],
    [404, "not-found"],
    [409, "locked"],
    [500, "unavailable"],
    [302, "unavailable"],
  ])("that is answered by %i fails with %s", async (status, reason) => {
    const { desk, provider } = await openShop();
    desk.fail({ status });
    const error = await errorOf(provider.customers.create({ email: "b@example.com" }));
    expect([error.reason, error.mayHaveHappened]).toEqual([reason, reason === "unavailable"]);
  });

  test("of reading is repeated after a failure, of writing only after 429, with one idempotency key", async () => {
    const { desk, provider } = await openShop();
    desk.fail({ status: 503, times: 2 });
    expect((await provider.products.list()).items).toHaveLength(4);
    desk.fail({ status: 429, retryAfterSeconds: 0, times: 2 });
    await provider.customers.create({ email: "b@example.com" });
    const keys = desk.calls.slice(-3).map(({ headers }) => headers.get("idempotency-key"));
    expect(new Set(keys).size).toBe(1);
    desk.fail({ status: 500, times: 1 });
    expect((await errorOf(provider.customers.create({ email: "b@example.com" }))).mayHaveHappened).toBe(true);
  });

  test("with an id that a URL reads as another path is not sent", async () => {
    const { desk, provider } = await openShop();
    for (const id of ["", ".", ".."]) expect((await errorOf(provider.orders.get(id))).reason).toBe("not-found");
    expect(desk.calls).toHaveLength(0);
  });

  test.each([
    ["an empty key", { apiKey: "" }],
    ["a publishable key", { apiKey: "pk_test_1" }],
    ["an address without https", { apiKey: "sk_test_1", baseURL: "http://example.com" }],
    ["a timeout that is no time", { apiKey: "sk_test_1", timeoutSeconds: 0 }],
  ])("is never made with %s", (_, options) => {
    expect(() => stripe(options)).toThrow(TypeError);
  });

  test("is of the environment of its key", () => {
    expect(stripe({ apiKey: "sk_test_1" }).environment).toBe("sandbox");
    expect(stripe({ apiKey: "rk_live_1" }).environment).toBe("production");
  });
});

describe("the customer of an owner", () => {
  test("is found by this process, by another, and after the search knows it", async () => {
    const { desk, provider, open } = await openShop();
    const { id } = await provider.customers.create(ada);
    expect((await provider.customers.byOwner("ada"))?.id).toBe(id);
    expect((await open().customers.byOwner("ada"))?.id).toBe(id);
    await desk.clock.forward({ minutes: 5 });
    expect((await open().customers.byOwner("ada"))?.id).toBe(id);
    expect((await open().customers.byOwner("ada", { customerId: String(id) }))?.id).toBe(id);
    expect(await open().customers.byOwner('a"d\\a')).toBeNull();
    expect(await open().customers.byOwner("bob", { customerId: String(id) })).toBeNull();
  });

  test("is one of sixteen callers' in four processes", async () => {
    const { desk, open } = await openShop();
    const providers = [open(), open(), open(), open()];
    const made = await Promise.allSettled(
      Array.from({ length: 16 }, (_, index) => providers[index % 4]?.customers.create(ada)),
    );
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const reasons = made.flatMap((one) => (one.status === "rejected" ? [one.reason.reason] : []));
    expect(new Set(reasons)).toEqual(new Set(["conflict"]));
    expect(desk.events.filter(({ type }) => type === "customer.created")).toHaveLength(1);
  });

  test("is not one that was deleted, although the idempotency key is known", async () => {
    const { provider } = await openShop();
    const first = await provider.customers.create(ada);
    await provider.customers.remove("ada");
    expect(await provider.customers.byOwner("ada")).toBeNull();
    const second = await provider.customers.create(ada);
    expect(second.id).not.toBe(first.id);
    expect((await errorOf(provider.customers.create(ada))).reason).toBe("conflict");
  });

  test("is linked once, and an address links no one", async () => {
    const { provider } = await openShop();
    const metadata = { keyhold_owner_id: "ada" };
    const { id } = await provider.customers.create({ email: ada.email, metadata });
    expect((await provider.customers.list({ email: ada.email })).items.map((one) => one.id)).toEqual([id]);
    expect(await provider.customers.byOwner("ada")).toBeNull();
    expect((await provider.customers.link(String(id), "ada")).externalId).toBe("ada");
    expect((await errorOf(provider.customers.link(String(id), "bob"))).reason).toBe("conflict");
    const other = await provider.customers.create({ email: "b@example.com" });
    expect((await errorOf(provider.customers.link(String(other.id), "ada"))).reason).toBe("conflict");
    expect((await errorOf(provider.customers.link("none", "ada"))).reason).toBe("not-found");
  });
});

describe("a checkout", () => {
  test("of a buyer without a customer makes the customer before the payment", async () => {
    const { provider, checkout, posts } = await openShop();
    await provider.checkouts.create(checkout("pro"));
    expect((await provider.customers.byOwner("ada"))?.email).toBeNull();
    const [form] = posts("/v1/checkout/sessions");
    expect(form?.get("client_reference_id")).toBe("ada");
  });

  test("has the discount of the server, or the code of the buyer", async () => {
    const { desk, provider, checkout, posts } = await openShop();
    await provider.checkouts.create({ ...checkout("pro"), discountId: desk.discounts.launch });
    await provider.checkouts.create({ ...checkout("book"), allowDiscountCodes: false });
    const [discounted, plain] = posts("/v1/checkout/sessions");
    expect(discounted?.get("discounts[0][coupon]")).toBe(desk.discounts.launch);
    expect(discounted?.has("allow_promotion_codes")).toBe(false);
    expect([plain?.get("mode"), plain?.get("invoice_creation[enabled]")]).toEqual(["payment", "true"]);
    expect(plain?.get("allow_promotion_codes")).toBe("false");
  });

  test("is refused with the field, if a value has no place at Stripe", async () => {
    const { desk, provider, checkout } = await openShop();
    const pathOf = async (given: object) => {
      const error = await errorOf(provider.checkouts.create({ ...checkout("pro"), ...given }));
      return [error.reason, error.issues[0]?.path[0]];
    };
    expect(await pathOf({ products: [desk.products.pro, desk.products.book] })).toEqual(["invalid", "products"]);
    expect(await pathOf({ products: [desk.products.old] })).toEqual(["invalid", "products"]);
    expect(await pathOf({ products: ["none"] })).toEqual(["invalid", "products"]);
    expect(await pathOf({ embedOrigin: "https://app.example.com" })).toEqual(["invalid", "embed_origin"]);
    expect(await pathOf({ customFieldData: { size: "L" } })).toEqual(["invalid", "custom_field_data"]);
    expect(await pathOf({ successUrl: undefined })).toEqual(["invalid", "success_url"]);
    expect(await pathOf({ customerId: "none" })).toEqual(["invalid", "customer_id"]);
    expect(await pathOf({ externalCustomerId: undefined })).toEqual(["invalid", "customer_id"]);
  });

  test("is open, succeeded or expired", async () => {
    const { desk, provider, checkout } = await openShop();
    const paid = await provider.checkouts.create(checkout("book"));
    const left = await provider.checkouts.create(checkout("pro"));
    expect([paid.status, paid.productId, paid.totalAmount]).toEqual(["open", desk.products.book, 1500]);
    await desk.pay(paid.url ?? "");
    await desk.abandon(left.url ?? "");
    expect((await provider.checkouts.get(String(paid.id))).status).toBe("succeeded");
    expect((await provider.checkouts.get(String(left.id))).status).toBe("expired");
  });
});

describe("a subscription", () => {
  test("is changed, canceled, taken back and ended", async () => {
    const { desk, provider, buy } = await openShop();
    await buy("pro");
    const [one] = (await provider.subscriptions.list({ ownerId: "ada", active: true })).items;
    const id = String(one?.id);
    expect(one).toMatchObject({ productId: desk.products.pro, status: "active", amount: 1200, seats: 1 });
    const changed = await provider.subscriptions.change(id, {
      productId: desk.products.yearly,
      prorationBehavior: "invoice",
    });
    expect([changed.productId, changed.amount]).toEqual([desk.products.yearly, 12_000]);
    const canceled = await provider.subscriptions.cancel(id, { customerCancellationReason: "unused" });
    expect([canceled.cancelAtPeriodEnd, canceled.endsAt]).toEqual([true, canceled.currentPeriodEnd]);
    expect((await errorOf(provider.subscriptions.cancel(id))).reason).toBe("conflict");
    expect((await provider.subscriptions.uncancel(id)).cancelAtPeriodEnd).toBe(false);
    expect((await provider.subscriptions.revoke(id)).status).toBe("canceled");
    expect((await errorOf(provider.subscriptions.revoke(id))).reason).toBe("conflict");
    expect((await errorOf(provider.subscriptions.get("none"))).reason).toBe("not-found");
    expect((await provider.subscriptions.list({ ownerId: "ada", active: true })).items).toEqual([]);
    expect((await provider.subscriptions.list({ ownerId: "bob" })).items).toEqual([]);
  });

  test("stays as it is, if the payment of a dearer plan fails, or if the change is for the next period", async () => {
    const { desk, provider, buy } = await openShop();
    await buy("pro");
    const customer = await provider.customers.byOwner("ada");
    desk.setCard(String(customer?.id), "declined");
    const [one] = (await provider.subscriptions.list()).items;
    const change = (prorationBehavior: "invoice" | "next_period") =>
      errorOf(provider.subscriptions.change(String(one?.id), { productId: desk.products.yearly, prorationBehavior }));
    expect((await change("invoice")).reason).toBe("payment-failed");
    expect((await change("next_period")).issues[0]?.path).toEqual(["proration_behavior"]);
    expect((await provider.subscriptions.get(String(one?.id))).productId).toBe(desk.products.pro);
  });
});

test("the product of an invoice is that of the new plan, and its proration is in the items", async () => {
  const { desk, provider, buy } = await openShop();
  await buy("pro");
  const [one] = (await provider.subscriptions.list()).items;
  await provider.subscriptions.change(String(one?.id), {
    productId: desk.products.yearly,
    prorationBehavior: "invoice",
  });
  const { items } = await provider.orders.list({ ownerId: "ada" });
  const [last] = items;
  expect(last).toMatchObject({
    productId: desk.products.yearly,
    billingReason: "subscription_update",
    refundedAmount: 0,
  });
  expect(last?.items?.map(({ proration }) => proration)).toEqual([true, true]);
  expect((await provider.orders.list({ productBillingType: "one_time" })).items).toEqual([]);
});

test("a list by cursors has pages by numbers, from any page on, and each item once", async () => {
  const { desk, provider, open } = await openShop();
  for (let index = 0; index < 5; index += 1) await provider.customers.create({ email: `${index}@example.com` });
  const page = async (number: number) => (await open().customers.list({ page: number, limit: 2 })).items.length;
  expect([await page(1), await page(2), await page(3), await page(4)]).toEqual([2, 2, 1, 0]);
  const seen: string[] = [];
  const list = provider.customers.list;
  for await (const { id } of everyItem((query) => list({ ...query, limit: 2 }) as never)) seen.push(String(id));
  expect(new Set(seen).size).toBe(5);
  expect(desk.calls.some(({ query }) => query.has("starting_after"))).toBe(true);
});

describe("usage", () => {
  test("with a known id is counted once, in a number of the metadata", async () => {
    const { provider, buy, posts } = await openShop();
    await buy("pro");
    const event = { name: "calls", externalCustomerId: "ada", externalId: "use-1", metadata: { units: 3 } };
    expect(await provider.usage.ingest([event, event])).toEqual({ inserted: 1, duplicates: 1 });
    const [form] = posts("/v1/billing/meter_events");
    expect([form?.get("identifier"), form?.get("payload[value]")]).toEqual(["use-1", "3"]);
    expect((await provider.meters.list()).items.map(({ name }) => name)).toEqual(["API calls"]);
  });

  test("of an owner without a customer, or of an unknown meter, is refused with its place", async () => {
    const { provider, buy } = await openShop();
    await buy("pro");
    const event = (name: string, externalCustomerId: string) => ({ name, externalCustomerId, metadata: {} });
    const unknown = await errorOf(provider.usage.ingest([event("calls", "ada"), event("calls", "bob")]));
    expect(unknown.issues[0]?.path).toEqual(["events", 1, "external_customer_id"]);
    const meter = await errorOf(provider.usage.ingest([event("none", "ada")]));
    expect(meter.issues[0]?.path).toEqual(["events", 0, "event_name"]);
  });

  test("that the app tracks arrives once, with its key", async () => {
    const { api, buy, desk, person, settled } = await openApp();
    const { headers, user } = await person("ada");
    await buy(headers, { slug: "pro" });
    const use = { event: "calls" as const, userId: user.id, units: 5, key: "request-1" };
    await Promise.all(Array.from({ length: 16 }, () => api.track(use)));
    await settled();
    await api.sendUsage({});
    const sent = desk.calls.filter(({ path }) => path === "/v1/billing/meter_events");
    expect(sent.map(({ status }) => status)).toEqual([200]);
    expect(new URLSearchParams(String(sent[0]?.body)).get("payload[value]")).toBe("5");
  });
});

test("what Stripe has not is an empty list, or not-found", async () => {
  const { provider } = await openShop();
  await provider.customers.create(ada);
  const lists = [provider.benefits.list(), provider.refunds.list(), provider.meterBalances.list()];
  for (const { items } of await Promise.all(lists)) expect(items).toEqual([]);
  expect((await errorOf(provider.seats.list("one"))).reason).toBe("not-found");
  expect((await errorOf(provider.deliveries.redeliver("one"))).reason).toBe("not-found");
  expect((await errorOf(provider.portal("bob"))).reason).toBe("not-found");
  expect(await provider.state("bob")).toBeNull();
  expect(provider.capabilities).toMatchObject({ seats: false, teams: false, redelivery: false });
});

test("a mirror without events is filled by the lists, and a check finds no difference but the failed deliveries", async () => {
  const { api, auth, desk, open, person } = await openApp();
  const { headers, user } = await person("ada");
  const endpoint = `${desk.origin}/v1/nowhere`;
  desk.sendWebhooksTo(endpoint);
  await desk.pay(await open(headers, { slug: "pro" }));
  await desk.pay(await open(headers, { slug: "book" }));
  expect(await api.has({ entitlement: "pro", userId: user.id })).toMatchObject({ has: false });
  await api.syncAll({});
  expect(await api.has({ entitlement: "pro", userId: user.id })).toMatchObject({ has: true });
  const { deliveries, entities } = await api.check({});
  expect(deliveries?.failed).toBe(desk.events.length);
  expect(entities.find(({ entity }) => entity === "subscriptions")).toMatchObject({ atProvider: 1, outdated: 0 });
  await api.syncCustomer({ userId: user.id });
  const again = (await api.check({})).entities.flatMap(({ missing, outdated, altered, gone }) => [
    missing,
    outdated,
    altered,
    gone,
  ]);
  expect(new Set(again)).toEqual(new Set([0]));
  await auth.idle();
});
