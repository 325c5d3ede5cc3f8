import { createClock } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { openShop } from "./shop.ts";

/* The API rejects what the provider rejects, with its statuses and bodies. */

interface Issue {
  readonly loc: readonly string[];
  readonly type: string;
}

/** The place and the type of the first issue of a 422. */
function issueOf({ status, body }: { readonly status: number; readonly body: unknown }): string {
  expect(status).toBe(422);
  const { error, detail } = body as { readonly error: string; readonly detail: readonly Issue[] };
  expect(error).toBe("RequestValidationError");
  return `${detail[0]?.loc.join(".")} ${detail[0]?.type}`;
}

describe("a customer", () => {
  test("has an address and an external id that no other customer has", async () => {
    const { post, patch } = await openShop();
    await post("/v1/customers/", { email: "ada@example.com", external_id: "ada" });
    await post("/v1/customers/", { email: "bob@example.com", external_id: "bob" });
    const path = "/v1/customers/external/bob";
    expect(issueOf(await post("/v1/customers/", { email: "ADA@example.com" }))).toBe("body.email value_error");
    const other = { email: "eve@example.com", external_id: "ada" };
    expect(issueOf(await post("/v1/customers/", other))).toBe("body.external_id value_error");
    expect(issueOf(await patch(path, { email: "ada@example.com" }))).toBe("body.email value_error");
    expect((await patch(path, { email: "bob@example.com", name: "Bob" })).body.name).toBe("Bob");
  });

  test("keeps an external id once it is set", async () => {
    const { post, patch } = await openShop();
    const { body } = await post("/v1/customers/", { email: "ada@example.com" });
    expect((await patch(`/v1/customers/${body.id}`, { external_id: "ada" })).body.external_id).toBe("ada");
    const path = `/v1/customers/${body.id}`;
    expect(issueOf(await patch(path, { external_id: "other" }))).toBe("body.external_id value_error");
    expect(issueOf(await patch("/v1/customers/external/ada", { external_id: "ada" }))).toBe(
      "body.external_id extra_forbidden",
    );
  });

  test("who is deleted is not found, and loses subscriptions and benefits", async () => {
    const { provider, get, post, remove } = await openShop();
    const { body } = await post("/v1/checkouts/", { products: [provider.products.pro], external_customer_id: "ada" });
    await provider.pay(body.url ?? "", { email: "ada@example.com" });
    expect((await remove("/v1/customers/external/ada")).status).toBe(204);
    expect((await get("/v1/customers/external/ada")).body).toEqual({ error: "ResourceNotFound", detail: "Not found" });
    const types = provider.events.map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(["subscription.revoked", "benefit_grant.revoked"]));
    expect(types.at(-1)).toBe("customer.deleted");
    expect((await post("/v1/customers/", { email: "ada@example.com", external_id: "ada" })).status).toBe(201);
  });
});

describe("a body is rejected", () => {
  const cases: readonly (readonly [string, string, object, string])[] = [
    ["without a required field", "/v1/customers/", { name: "Ada" }, "body.email missing"],
    ["with an unknown field", "/v1/customers/", { email: "a@b.c", nickname: "A" }, "body.nickname extra_forbidden"],
    [
      "with the older name",
      "/v1/checkouts/",
      { products: ["x"], customer_external_id: "a" },
      "body.customer_external_id extra_forbidden",
    ],
    ["without a product", "/v1/checkouts/", { products: [] }, "body.products value_error"],
    ["with an unknown product", "/v1/checkouts/", { products: ["x"] }, "body.products value_error"],
    ["with an unknown customer", "/v1/customer-sessions/", { customer_id: "x" }, "body.customer_id value_error"],
    [
      "with an unknown order",
      "/v1/refunds/",
      { order_id: "x", amount: 1, reason: "other" },
      "body.order_id value_error",
    ],
    [
      "with an unknown owner of usage",
      "/v1/events/ingest",
      { events: [{ name: "x", customer_id: "x" }] },
      "body.events.0.customer_id value_error",
    ],
  ];
  test.each(cases)("%s", async (_, path, body, issue) => {
    const { post } = await openShop();
    expect(issueOf(await post(path, body))).toBe(issue);
  });

  test("with fields of newer versions, by the API before versions", async () => {
    const { provider, post } = await openShop({ apiVersion: "2025-05" });
    const body = { products: [provider.products.pro], seats: 2, external_customer_id: "ada" };
    const { detail } = (await post("/v1/checkouts/", body)).body as { readonly detail?: readonly Issue[] };
    expect(detail?.map(({ loc }) => loc.at(-1))).toEqual(["seats", "external_customer_id"]);
  });

  test("that is not JSON", async () => {
    const { provider } = await openShop();
    const response = await fetch(`${provider.origin}/v1/customers/`, {
      method: "POST",
      headers: { authorization: `Bearer ${provider.accessToken}` },
      body: "{",
    });
    expect(issueOf({ status: response.status, body: await response.json() })).toBe("body.0 json_invalid");
  });
});

describe("a request is rejected", () => {
  test("without the token, also on a path that does not exist", async () => {
    const { ask } = await openShop();
    for (const path of ["/v1/customers/", "/v1/nothing"]) {
      const { status, body } = await ask("GET", path, undefined, { authorization: "Bearer other" });
      expect([status, body.error]).toEqual([401, "invalid_token"]);
    }
  });

  test("with an unknown version", async () => {
    const { ask } = await openShop();
    const answer = await ask("GET", "/v1/customers/", undefined, { "polar-version": "1999-01" });
    expect(issueOf(answer)).toBe("header.Polar-Version value_error");
  });

  test("above the limit of a minute, with the seconds until the next minute", async () => {
    const clock = createClock();
    const { provider, get } = await openShop({ requestsPerMinute: 2, clock });
    const statuses = [await get("/v1/meters/"), await get("/v1/meters/"), await get("/v1/meters/")];
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(statuses[2]?.headers.get("retry-after")).toBe("60");
    await provider.clock.forward({ minutes: 1 });
    expect((await get("/v1/meters/")).status).toBe(200);
  });

  test("by another path or method than the provider has", async () => {
    const { get, remove } = await openShop();
    const redirected = await get("/v1/customers?page=2");
    expect([redirected.status, redirected.headers.get("location")]).toEqual([307, "/v1/customers/?page=2"]);
    expect((await remove("/v1/customers/")).status).toBe(405);
    expect((await get("/v1/nothing/")).status).toBe(404);
  });
});

test("a request that is rejected has no effect, also if a part of it is valid", async () => {
  const { provider, get, post, patch } = await openShop();
  const [pro, team] = Object.values(provider.products);
  const { body } = await post("/v1/checkouts/", { products: [pro], external_customer_id: "ada" });
  await provider.pay(body.url ?? "");
  const [subscription] = (await get("/v1/subscriptions/")).body.items as unknown as { readonly id: string }[];
  const path = `/v1/subscriptions/${subscription?.id}`;
  const [before, count] = [(await get(path)).body, provider.events.length];
  const change = { product_id: team, proration_behavior: "invoice", trial_end: "2020-01-01T00:00:00Z" };
  expect(issueOf(await patch(path, change))).toBe("body.trial_end value_error");
  expect((await get(path)).body).toEqual(before);
  expect((await get("/v1/orders/")).body.pagination).toEqual({ total_count: 1, max_page: 1 });
  expect(provider.events).toHaveLength(count);
});

describe("a list", () => {
  test("has pages of at most a hundred items, and says how many pages there are", async () => {
    const { get, post } = await openShop();
    for (let index = 0; index < 12; index += 1) await post("/v1/customers/", { email: `user-${index}@example.com` });
    const emailsOf = ({ body }: Awaited<ReturnType<typeof get>>) =>
      (body.items as unknown as { readonly email: string }[]).map(({ email }) => email);
    const first = await get("/v1/customers/?limit=5");
    expect(first.body.pagination).toEqual({ total_count: 12, max_page: 3 });
    const all = [first, await get("/v1/customers/?limit=5&page=2"), await get("/v1/customers/?limit=5&page=3")];
    expect(all.map((page) => emailsOf(page).length)).toEqual([5, 5, 2]);
    expect(new Set(all.flatMap(emailsOf)).size).toBe(12);
    for (const query of ["limit=101", "limit=0", "page=0", "page=x"]) {
      expect((await get(`/v1/customers/?${query}`)).status, query).toBe(422);
    }
  });
});
