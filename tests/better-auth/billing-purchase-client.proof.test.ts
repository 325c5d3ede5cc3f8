import { createServer } from "node:http";
import { billing, billingHandlers } from "@keyhold/billing";
import { polar } from "@keyhold/billing/polar";
import { nodeHandler } from "@keyhold/core/node";
import { organization } from "@keyhold/organization";
import { createClock, createTestAuth, signInAs } from "@keyhold/testing";
import { startBillingProvider } from "@keyhold/testing/billing-provider";
import { polarClient } from "@polar-sh/better-auth/client";
import { createAuthClient } from "better-auth-newest/client";
import { expect, onTestFinished, test } from "vitest";
import { close, listen } from "../harness/auth-server.ts";

/** The client of `@polar-sh/better-auth` 1.8.4, as it is, buys and manages at an auth of this library. */

const webhookSecret = "polar_whs_of_the_provider_for_tests";
const apiVersions = ["2025-05", "2026-04"] as const;

/** The calls of the client, by the path that its proxy makes of them. */
interface BuyingClient {
  checkout(fields: Fields): Promise<Answer>;
  readonly customer: {
    portal(fields?: Fields): Promise<Answer>;
    state(options?: Fields): Promise<Answer>;
    readonly subscriptions: { list(options: Fields): Promise<Answer> };
    readonly orders: { list(options: Fields): Promise<Answer> };
    readonly benefits: { list(options: Fields): Promise<Answer> };
  };
}
type Fields = Readonly<Record<string, unknown>>;
interface Answer {
  readonly data: unknown;
  readonly error: (Fields & { readonly status: number }) | null;
}

async function openShop(apiVersion: (typeof apiVersions)[number]) {
  const clock = createClock();
  const desk = await startBillingProvider({
    clock,
    apiVersion,
    products: {
      pro: { name: "Pro", price: 1200, interval: "month" },
      book: { name: "Book", price: 1500 },
      hidden: { name: "Not for sale", price: 1 },
    },
    discounts: { launch: { name: "Launch", percent: 25, code: "LAUNCH" } },
    webhookSecret,
  });
  const { pro, book } = desk.products;
  const fixture = createTestAuth({
    plugins: [
      organization(),
      billing({
        webhook: { secret: webhookSecret, handlers: billingHandlers() },
        provider: polar({ accessToken: desk.accessToken, baseURL: desk.origin, apiVersion }),
        products: { pro, book },
        customers: { billingEmail: (id) => `${id}@billing.example.com` },
      }),
    ],
    config: { now: clock.now },
  });
  const server = createServer(nodeHandler(fixture.auth));
  desk.sendWebhooksTo(`${await listen(server)}/api/auth/billing/webhook`);
  onTestFinished(async () => {
    await desk.stop();
    await close(server);
  });
  /** The client, and the requests that it has sent. */
  async function openClient(email: string) {
    const { user, headers } = await signInAs(fixture.auth, { email });
    const sent: string[] = [];
    const client = createAuthClient({
      baseURL: "https://app.example.com",
      fetchOptions: {
        customFetchImpl: async (input, init) => {
          const fields = new Headers(init?.headers);
          for (const [name, value] of new Headers(headers)) fields.set(name, value);
          // As a browser does.
          if (init?.method === "POST") fields.set("origin", "https://app.example.com");
          sent.push(`${init?.method ?? "GET"} ${new URL(String(input)).pathname.replace("/api/auth", "")}`);
          return fixture.auth.handler(new Request(String(input), { ...init, headers: fields }));
        },
      },
      plugins: [polarClient() as never],
    });
    return { user, headers, sent, client: client as unknown as BuyingClient };
  }
  /** Pays the checkout, and waits until the mirror has it. */
  async function pay({ data, error }: Answer): Promise<void> {
    expect(error).toBe(null);
    await desk.pay((data as { readonly url: string }).url);
    await desk.delivered();
    await fixture.auth.idle();
  }
  const checkouts = () =>
    desk.calls.filter(({ method, path }) => method === "POST" && path === "/v1/checkouts/").map(({ body }) => body);
  return { ...fixture, desk, openClient, pay, checkouts };
}

test.each(apiVersions)(
  "the unmodified client buys by a slug, an id and a list of ids, on the API of %s",
  async (apiVersion) => {
    const { desk, openClient, pay, checkouts } = await openShop(apiVersion);
    const { pro, book } = desk.products;
    const { client, user, sent } = await openClient("ada@example.com");
    const opened = { data: { url: expect.stringContaining(desk.origin), redirect: true }, error: null };
    const bySlug = await client.checkout({ slug: "pro" });
    expect(bySlug).toEqual(opened);
    expect(await client.checkout({ products: pro })).toEqual(opened);
    expect(await client.checkout({ products: [book, pro], redirect: false })).toEqual({
      ...opened,
      data: { ...opened.data, redirect: false },
    });
    expect(sent).toEqual(["POST /checkout", "POST /checkout", "POST /checkout"]);
    expect(checkouts()).toMatchObject([{ products: [pro] }, { products: [pro] }, { products: [book, pro] }]);
    await pay(bySlug);
    await pay(await client.checkout({ products: [book] }));
    expect((await client.customer.state()).data).toMatchObject({
      externalId: user.id,
      email: "ada@example.com",
      activeSubscriptions: [{ status: "active", productId: pro }],
    });
    const query = { page: 1, limit: 10 };
    expect((await client.customer.subscriptions.list({ query: { ...query, active: true } })).data).toMatchObject({
      result: { items: [{ productId: pro }], pagination: { totalCount: 1, maxPage: 1 } },
    });
    expect((await client.customer.orders.list({ query })).data).toMatchObject({
      result: { items: expect.arrayContaining([expect.objectContaining({ productId: book })]) },
    });
    expect((await client.customer.benefits.list({ query })).data).toMatchObject({ result: { items: [] } });
  },
);

test("what 1.8.4 lets a page choose is ignored, and a product that is not sold is refused", async () => {
  const { desk, openClient, checkouts } = await openShop("2026-04");
  const { client } = await openClient("ada@example.com");
  const { error } = await client.checkout({
    slug: "pro",
    trialInterval: "year",
    trialIntervalCount: 1000,
    customFieldData: { size: "M" },
    metadata: { campaign: "spring" },
    allowDiscountCodes: false,
    successUrl: "/thanks?checkout_id={CHECKOUT_ID}",
  });
  expect(error).toBe(null);
  expect(checkouts()).toEqual([
    expect.objectContaining({
      products: [desk.products.pro],
      metadata: { campaign: "spring" },
      custom_field_data: { size: "M" },
      allow_discount_codes: false,
      success_url: "https://app.example.com/thanks?checkout_id={CHECKOUT_ID}",
    }),
  ]);
  expect(Object.keys(Object(checkouts()[0])).filter((name) => name.startsWith("trial"))).toEqual([]);
  for (const fields of [{ products: desk.products.hidden }, { slug: "hidden" }, { products: ["none"] }]) {
    expect((await client.checkout(fields)).error).toMatchObject({ status: 404, code: "BILLING_PRODUCT_NOT_FOUND" });
  }
  const discounted = await client.checkout({ slug: "pro", discountId: desk.discounts.launch });
  expect(discounted.error).toMatchObject({ status: 422, code: "BILLING_INPUT_REFUSED" });
});

test.each(apiVersions)("the unmodified client buys for an organization, on the API of %s", async (apiVersion) => {
  const { auth, openClient, pay } = await openShop(apiVersion);
  const ada = await openClient("ada@example.com");
  const bob = await openClient("bob@example.com");
  const { id } = await auth.api.organization.create({ name: "Acme", slug: "acme" }, { headers: ada.headers });
  await pay(await ada.client.checkout({ slug: "pro", referenceId: id }));
  const query = { referenceId: id };
  expect((await ada.client.customer.state({ query })).data).toMatchObject({ externalId: `org:${id}` });
  expect((await ada.client.customer.subscriptions.list({ query })).data).toMatchObject({
    result: { pagination: { totalCount: 1 } },
  });
  expect((await ada.client.customer.portal({ referenceId: id })).error).toBe(null);
  const refused = { status: 403, code: "BILLING_NOT_ALLOWED" };
  expect((await bob.client.checkout({ slug: "pro", referenceId: id })).error).toMatchObject(refused);
  expect((await bob.client.customer.portal({ referenceId: id })).error).toMatchObject(refused);
  expect((await bob.client.customer.state({ query })).error).toMatchObject(refused);
});

test.each(apiVersions)(
  "the unmodified client opens the portal by GET and by POST, on the API of %s",
  async (version) => {
    const { desk, openClient } = await openShop(version);
    const { client, sent } = await openClient("ada@example.com");
    const opened = { data: { url: expect.stringContaining(`${desk.origin}/portal`), redirect: true }, error: null };
    expect(await client.customer.portal()).toEqual(opened);
    expect(await client.customer.portal({ query: { redirect: false } })).toMatchObject({ data: { redirect: false } });
    expect(await client.customer.portal({ redirect: false })).toMatchObject({ data: { redirect: false }, error: null });
    expect(sent).toEqual(["GET /customer/portal", "GET /customer/portal", "POST /customer/portal"]);
  },
);
