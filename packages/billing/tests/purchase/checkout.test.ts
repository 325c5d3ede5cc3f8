import { billingCustomerModel } from "@keyhold/billing";
import { describe, expect, test } from "vitest";
import { openStore } from "./open.ts";

/* POST /checkout: what a browser may choose, who may buy for whom, and where the browser goes. */

describe.each(["2025-05", "2026-04"] as const)("in API version %s", (apiVersion) => {
  test("a user buys a product by its name, and the purchase is the user's", async () => {
    const { auth, person, buy, desk, requests } = await openStore({ apiVersion });
    const { user, headers } = await person("ada");
    await buy(headers, { slug: "pro" });
    expect(await auth.api.billing.state({}, { headers })).toMatchObject({
      subscriptions: [{ status: "active", productId: desk.products.pro }],
    });
    expect(requests("POST", "/v1/customers/")).toMatchObject([{ email: "ada@example.com", external_id: user.id }]);
    expect(requests("POST", "/v1/checkouts/")).toMatchObject([{ customer_id: expect.any(String) }]);
  });

  test("an unverified address makes no customer, and the checkout names the user by the id alone", async () => {
    const { auth, person, post, desk, requests } = await openStore({ apiVersion });
    const { user, headers } = await person("ada", { emailVerified: false });
    const { body } = await post("/checkout", { slug: "book" }, headers);
    expect(requests("POST", "/v1/customers/")).toEqual([]);
    expect(JSON.stringify(requests("POST", "/v1/checkouts/"))).not.toContain("@");
    await desk.pay(body.url, { email: "typed@example.com" });
    await desk.delivered();
    expect(await auth.api.customer.state({}, { headers })).toMatchObject({ externalId: user.id });
  });
});

test("products are given by an id, by ids, or by a name; the answer says where the browser goes", async () => {
  const { person, post, desk, requests } = await openStore();
  const { headers } = await person("ada");
  const { pro, book } = desk.products;
  for (const fields of [{ products: pro }, { products: [pro, book] }, { slug: "pro", redirect: false }]) {
    const { body } = await post("/checkout", fields, headers);
    expect(body).toEqual({ url: expect.stringContaining(desk.origin), redirect: !("redirect" in fields) });
  }
  expect(requests("POST", "/v1/checkouts/").map(({ products }) => products)).toEqual([[pro], [pro, book], [pro]]);
});

test("only configured products can be bought", async () => {
  const { person, post, desk, requests } = await openStore();
  const { headers } = await person("ada");
  const { pro, hidden } = desk.products;
  const wrong = [
    ...[{ products: hidden }, { products: [pro, hidden] }, { products: pro, slug: "hidden" }],
    ...[{ slug: "hidden" }, { slug: "toString" }, {}],
  ];
  for (const fields of wrong) {
    const { status, body } = await post("/checkout", fields, headers);
    expect({ fields, status, code: body.code }).toEqual({ fields, status: 404, code: "BILLING_PRODUCT_NOT_FOUND" });
  }
  expect(requests("POST", "/v1/checkouts/")).toEqual([]);
});

test("trials, prices, amounts, ids of customers and addresses of a browser are not passed on", async () => {
  const { person, post, requests } = await openStore();
  const { user, headers } = await person("ada");
  const chosen = {
    ...{ trialInterval: "year", trialIntervalCount: 1000, allowTrial: true, amount: 1, prices: {}, currency: "usd" },
    ...{ customerId: "other", externalCustomerId: "other", customerExternalId: "other" },
    ...{ customerEmail: "other@example.com", customerMetadata: { a: "b" }, subscriptionId: "other" },
  };
  expect((await post("/checkout", { slug: "pro", ...chosen }, headers)).status).toBe(200);
  const [body = {}] = requests("POST", "/v1/checkouts/");
  expect(Object.keys(body).sort()).toEqual(["customer_id", "metadata", "products"]);
  expect(requests("POST", "/v1/customers/")).toMatchObject([{ external_id: user.id }]);
});

test("metadata does not name another owner", async () => {
  const { auth, person, post, requests } = await openStore();
  const { headers } = await person("ada");
  const { id } = await auth.api.organization.create({ name: "Acme", slug: "acme" }, { headers });
  const metadata = { referenceId: "other", plan: "yearly", seen: true };
  await post("/checkout", { slug: "pro", metadata }, headers);
  await post("/checkout", { slug: "pro", metadata, referenceId: id }, headers);
  expect(requests("POST", "/v1/checkouts/").map((body) => body.metadata)).toEqual([
    { plan: "yearly", seen: true },
    { plan: "yearly", seen: true, referenceId: id },
  ]);
});

test("a browser names only discounts of the list, and the server any discount", async () => {
  const closed = await openStore();
  const ada = await closed.person("ada");
  const fields = { slug: "pro", discountId: closed.desk.discounts.launch };
  const refused = await closed.post("/checkout", fields, ada.headers);
  expect(refused).toMatchObject({
    status: 422,
    body: { code: "BILLING_INPUT_REFUSED", issues: [{ path: "discountId" }] },
  });
  const { url } = await closed.auth.api.billing.checkoutFor({ ...fields, slug: "pro", userId: ada.user.id });
  expect(url).toContain(closed.desk.origin);
  const listed = await openStore({ checkout: ({ launch = "" }) => ({ discounts: [launch] }) });
  const bob = await listed.person("bob");
  const given = { slug: "pro", discountId: listed.desk.discounts.launch };
  expect((await listed.post("/checkout", given, bob.headers)).status).toBe(200);
  expect(listed.requests("POST", "/v1/checkouts/")).toMatchObject([{ discount_id: given.discountId }]);
});

test("the browser is sent to this app or a trusted origin only, and the id of the checkout keeps its place", async () => {
  const { person, post, requests } = await openStore();
  const { headers } = await person("ada");
  for (const field of ["successUrl", "returnUrl", "embedOrigin"]) {
    for (const url of ["https://evil.example", "//evil.example/x", "javascript:alert(1)"]) {
      const { status } = await post("/checkout", { slug: "pro", [field]: url }, headers);
      expect({ field, url, status }).toEqual({ field, url, status: 403 });
    }
  }
  const urls = { returnUrl: "/pricing", embedOrigin: "https://app.example.com/pricing" };
  for (const successUrl of ["/thanks?id={CHECKOUT_ID}", "https://app.example.com/thanks/{CHECKOUT_ID}"]) {
    expect((await post("/checkout", { slug: "pro", successUrl, ...urls }, headers)).status).toBe(200);
  }
  expect(requests("POST", "/v1/checkouts/")).toMatchObject([
    {
      success_url: "https://app.example.com/thanks?id={CHECKOUT_ID}",
      return_url: "https://app.example.com/pricing",
      embed_origin: "https://app.example.com",
    },
    { success_url: "https://app.example.com/thanks/{CHECKOUT_ID}" },
  ]);
});

test("seats out of the product's bounds are refused with the field, without the provider's words", async () => {
  const { person, post, requests, logged } = await openStore();
  const { headers } = await person("ada");
  expect((await post("/checkout", { slug: "seats", seats: 5 }, headers)).status).toBe(200);
  expect(requests("POST", "/v1/checkouts/")).toMatchObject([{ seats: 5 }]);
  const { status, text, body } = await post("/checkout", { slug: "seats", seats: 99 }, headers);
  expect({ status, body }).toMatchObject({
    status: 422,
    body: {
      code: "BILLING_INPUT_REFUSED",
      issues: [{ path: "seats", message: "is refused by the payments provider" }],
    },
  });
  expect(text).not.toContain("Maximum seats");
  expect(JSON.stringify(logged.map(({ message, cause }) => [message, String(cause)]))).toContain("seats");
});

test("a customer is made once, and later checkouts and the portal name it", async () => {
  const { person, post, db, requests, events, auth } = await openStore();
  const { user, headers } = await person("ada");
  await post("/checkout", { slug: "pro" }, headers);
  await post("/checkout", { slug: "book" }, headers);
  expect((await post("/customer/portal", {}, headers)).status).toBe(200);
  expect(requests("POST", "/v1/customers/")).toHaveLength(1);
  const rows = await db.list(billingCustomerModel, {}, { orderBy: "id", limit: 9 });
  expect(rows).toMatchObject([{ ownerKind: "user", ownerId: user.id, email: "ada@example.com" }]);
  expect(requests("POST", "/v1/checkouts/").map((body) => body.customer_id)).toEqual([rows[0]?.id, rows[0]?.id]);
  await auth.idle();
  expect(events.filter(({ type }) => type.startsWith("customer.") || type.startsWith("checkout."))).toMatchObject([
    { type: "customer.linked", ownerId: user.id, customerId: rows[0]?.id },
    { type: "checkout.opened", ownerId: user.id },
    { type: "checkout.opened", ownerId: user.id },
  ]);
});

test("a customer with the address and another owner is never linked: the call fails, and an event tells it", async () => {
  const { person, post, provider, events, auth } = await openStore();
  const stranger = await provider.customers.create({ email: "ada@example.com", externalId: "another" });
  const { user, headers } = await person("ada");
  for (const path of ["/checkout", "/customer/portal"]) {
    const answer = await post(path, path === "/checkout" ? { slug: "pro" } : {}, headers);
    expect(answer).toMatchObject({ status: 409, body: { code: "BILLING_CUSTOMER_CONFLICT" } });
    expect(answer.text).not.toContain(String(stranger.id));
  }
  expect(await provider.customers.byOwner(user.id)).toBeNull();
  await auth.idle();
  expect(events.filter(({ type }) => type === "customer.conflict")).toHaveLength(2);
});

test("a customer that the provider has removed meanwhile is made anew", async () => {
  const { person, post, provider, requests, desk } = await openStore();
  const { user, headers } = await person("ada");
  await post("/checkout", { slug: "pro" }, headers);
  desk.deliver({ drop: 1 });
  await provider.customers.remove(user.id);
  expect((await post("/checkout", { slug: "pro" }, headers)).status).toBe(200);
  await provider.customers.remove(user.id);
  expect((await post("/customer/portal", {}, headers)).status).toBe(200);
  expect(requests("POST", "/v1/customers/")).toHaveLength(3);
});

test("with the provider away a checkout and the portal are 503 with Retry-After, and the next call succeeds", async () => {
  const { person, post, get, desk } = await openStore();
  const { headers } = await person("ada");
  desk.fail({ status: 500 });
  for (const answer of [
    await post("/checkout", { slug: "pro" }, headers),
    await get("/customer/portal", {}, headers),
  ]) {
    expect(answer).toMatchObject({ status: 503, body: { code: "BILLING_PROVIDER_UNAVAILABLE" } });
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  desk.recover();
  // The request took effect, and the answer was lost.
  desk.fail({ path: "/v1/customers/", method: "POST", afterWriting: true, times: 1 });
  expect((await post("/checkout", { slug: "pro" }, headers)).status).toBe(503);
  expect((await post("/checkout", { slug: "pro" }, headers)).status).toBe(200);
});
