import { createServer } from "node:http";
import { billing, billingHandlers } from "@keyhold/billing";
import { polar } from "@keyhold/billing/polar";
import { nodeHandler } from "@keyhold/core/node";
import { createClock, createTestAuth, signInAs } from "@keyhold/testing";
import { startBillingProvider } from "@keyhold/testing/billing-provider";
import { polarClient } from "@polar-sh/better-auth/client";
import { createAuthClient } from "better-auth-newest/client";
import { expect, onTestFinished, test } from "vitest";
import { close, listen } from "../harness/auth-server.ts";

/** The client of `@polar-sh/better-auth` 1.8.4, as it is, reads the mirror of an auth of this library. */

const webhookSecret = "polar_whs_of_the_provider_for_tests";

/** The calls of the client that read, by the path that its proxy makes of them. */
interface ReadingClient {
  readonly customer: {
    state(): Promise<Answer>;
    readonly subscriptions: { list(options: Query): Promise<Answer> };
    readonly orders: { list(options: Query): Promise<Answer> };
    readonly benefits: { list(options: Query): Promise<Answer> };
  };
  readonly usage: { readonly meters: { list(options: Query): Promise<Answer> } };
}
interface Query {
  readonly query: Readonly<Record<string, unknown>>;
}
interface Answer {
  readonly data: unknown;
  readonly error: { readonly status: number } | null;
}

async function openShop() {
  const fixture = createTestAuth({
    plugins: [billing({ webhook: { secret: webhookSecret, handlers: billingHandlers() }, mirror: true })],
  });
  const server = createServer(nodeHandler(fixture.auth));
  const app = await listen(server);
  const desk = await startBillingProvider({
    meters: { calls: { name: "API calls" } },
    benefits: { credit: { type: "meter_credit", description: "100 calls", meter: "calls", units: 100 } },
    products: {
      pro: { name: "Pro", price: 1200, interval: "month", benefits: ["credit"] },
      book: { name: "Book", price: 1500 },
    },
    webhookUrl: `${app}/api/auth/billing/webhook`,
    webhookSecret,
    clock: fixture.clock,
  });
  onTestFinished(async () => {
    await desk.stop();
    await close(server);
  });
  const provider = polar({ accessToken: desk.accessToken, baseURL: desk.origin });
  async function openClient(email: string) {
    const { user, headers } = await signInAs(fixture.auth, { email });
    const client = createAuthClient({
      baseURL: "https://app.example.com",
      fetchOptions: {
        customFetchImpl: async (input, init) => {
          const sent = new Headers(init?.headers);
          for (const [name, value] of new Headers(headers)) sent.set(name, value);
          return fixture.auth.handler(new Request(String(input), { ...init, headers: sent }));
        },
      },
      plugins: [polarClient() as never],
    });
    return { user, client: client as unknown as ReadingClient };
  }
  async function buy(ownerId: string, product: keyof typeof desk.products): Promise<void> {
    const { url } = await provider.checkouts.create({
      products: [desk.products[product]],
      externalCustomerId: ownerId,
    });
    await desk.pay(url ?? "", { email: `${ownerId}@example.com` });
  }
  return { ...fixture, desk, provider, openClient, buy };
}

test("state, the three lists and meters are read from the mirror, with the provider away", async () => {
  const { desk, openClient, buy } = await openShop();
  const { user, client } = await openClient("ada@example.com");
  await buy(user.id, "pro");
  await desk.clock.forward({ minutes: 1 });
  await buy(user.id, "book");
  await desk.stop();

  expect((await client.customer.state()).data).toMatchObject({
    externalId: user.id,
    activeSubscriptions: [{ status: "active", productId: desk.products.pro }],
    grantedBenefits: [{ benefitId: desk.benefits.credit }],
    activeMeters: [{ creditedUnits: 100, balance: 100 }],
  });
  expect(
    (await client.customer.subscriptions.list({ query: { page: 1, limit: 10, active: true } })).data,
  ).toMatchObject({
    result: {
      items: [{ status: "active", amount: 1200, product: { name: "Pro" }, customer: { externalId: user.id } }],
      pagination: { totalCount: 1, maxPage: 1 },
    },
  });
  expect((await client.customer.subscriptions.list({ query: { active: false } })).data).toMatchObject({
    result: { items: [], pagination: { totalCount: 0 } },
  });
  const orders = { page: 1, limit: 1 };
  expect((await client.customer.orders.list({ query: orders })).data).toMatchObject({
    result: { items: [{ totalAmount: 1500, product: { name: "Book" } }], pagination: { totalCount: 2, maxPage: 2 } },
  });
  expect((await client.customer.orders.list({ query: { productBillingType: "recurring" } })).data).toMatchObject({
    result: { items: [{ totalAmount: 1200 }], pagination: { totalCount: 1 } },
  });
  expect((await client.customer.benefits.list({ query: {} })).data).toMatchObject({
    result: { items: [{ isGranted: true, benefit: { description: "100 calls" } }], pagination: { totalCount: 1 } },
  });
  expect((await client.usage.meters.list({ query: { page: 1, limit: 10 } })).data).toMatchObject({
    result: { items: [{ balance: 100 }], pagination: { totalCount: 1 } },
  });
});

test("the id of another owner is refused, and a user without a customer gets empty answers", async () => {
  const { openClient, buy } = await openShop();
  const ada = await openClient("ada@example.com");
  const bob = await openClient("bob@example.com");
  await buy(ada.user.id, "pro");
  for (const referenceId of [ada.user.id, "nobody"]) {
    const { error } = await bob.client.customer.subscriptions.list({ query: { referenceId } });
    expect(error).toMatchObject({ status: 403, code: "BILLING_NOT_ALLOWED" });
  }
  expect((await bob.client.customer.state()).data).toBe(null);
  expect((await bob.client.customer.orders.list({ query: {} })).data).toEqual({
    result: { items: [], pagination: { totalCount: 0, maxPage: 0 } },
  });
});

test("ingest reports usage of the caller", async () => {
  const clock = createClock();
  const desk = await startBillingProvider({ clock });
  onTestFinished(() => desk.stop());
  const provider = polar({ accessToken: desk.accessToken, baseURL: desk.origin });
  const webhook = { secret: webhookSecret, handlers: billingHandlers() };
  const usage = { events: { "page-view": {} }, fromBrowser: ["page-view"] } as const;
  const { auth } = createTestAuth({ plugins: [billing({ webhook, provider, usage })], config: { now: clock.now } });
  const { user, headers } = await signInAs(auth, { email: "ada@example.com" });
  const client = createAuthClient({
    baseURL: "https://app.example.com",
    fetchOptions: {
      customFetchImpl: async (input, init) => {
        const sent = new Headers(init?.headers);
        for (const [name, value] of new Headers(headers)) sent.set(name, value);
        sent.set("origin", "https://app.example.com");
        return auth.handler(new Request(String(input), { ...init, headers: sent }));
      },
    },
    plugins: [polarClient() as never],
  }) as unknown as { readonly usage: { ingest(body: object): Promise<Answer> } };
  const answer = await client.usage.ingest({ event: "page-view", metadata: { page: "/pricing" } });
  expect(answer).toMatchObject({ data: { inserted: 1 }, error: null });
  expect((await client.usage.ingest({ event: "call", metadata: {} })).error).toMatchObject({ status: 403 });
  await auth.idle();
  const sent = desk.calls.filter(({ path }) => path === "/v1/events/ingest");
  expect(sent.map(({ body }) => body)).toMatchObject([
    { events: [{ name: "page-view", external_customer_id: user.id, metadata: { page: "/pricing" } }] },
  ]);
});
