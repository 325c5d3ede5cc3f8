import { createServer } from "node:http";
import { type BillingHandlers, billing, billingHandlers } from "@keyhold/billing";
import { nodeHandler } from "@keyhold/core/node";
import { createTestAuth } from "@keyhold/testing";
import { type BillingProviderOptions, startBillingProvider } from "@keyhold/testing/billing-provider";
import { expect, onTestFinished, test } from "vitest";
import { close, listen } from "../../../tests/harness/auth-server.ts";

/* The plugin receives the webhooks of the provider of @keyhold/testing, over HTTP. */

const webhookSecret = "polar_whs_of_the_provider_for_tests";

/** An app with the plugin, and a provider that sends its webhooks there. Both have the clock of the app. */
async function openApp(handlers: BillingHandlers, options: BillingProviderOptions = {}) {
  const { auth, clock } = createTestAuth({ plugins: [billing({ webhook: { secret: webhookSecret, handlers } })] });
  const server = createServer(nodeHandler(auth));
  const app = await listen(server);
  const provider = await startBillingProvider({
    products: { pro: { name: "Pro", price: 1200, interval: "month", benefits: ["support"] } },
    benefits: { support: { description: "Support by email" } },
    webhookUrl: `${app}/api/auth/billing/webhook`,
    webhookSecret,
    clock,
    ...options,
  });
  onTestFinished(async () => {
    await provider.stop();
    await close(server);
  });
  return { provider, clock };
}

async function checkout({ origin, accessToken, products }: Awaited<ReturnType<typeof openApp>>["provider"]) {
  const response = await fetch(`${origin}/v1/checkouts/`, {
    method: "POST",
    headers: { authorization: `Bearer ${accessToken}`, "polar-version": "2026-04" },
    body: JSON.stringify({ products: [products.pro], external_customer_id: "ada" }),
  });
  const { url }: { readonly url: string } = await response.json();
  return url;
}

test.each(["2025-05", "2026-04"] as const)(
  "a paid checkout reaches the handlers in the spelling of %s",
  async (apiVersion) => {
    const seen: unknown[] = [];
    const handlers = billingHandlers()
      .on("order.paid", ({ data }) => void seen.push(["paid", data.totalAmount, data.customer.externalId]))
      .on("subscription.*", ({ type, data }) => void seen.push([type, data.status]))
      .on("benefit_grant.created", ({ data }) => void seen.push(["granted", data.benefit.type]))
      .on("customer.state_changed", ({ data }) => void seen.push(data.grantedBenefits.length));
    const { provider } = await openApp(handlers, { apiVersion });
    await provider.pay(await checkout(provider), { email: "ada@example.com" });
    expect(seen).toEqual([
      ["subscription.created", "active"],
      ["subscription.active", "active"],
      ["subscription.updated", "active"],
      ["paid", 1200, "ada"],
      ["granted", "custom"],
      1,
    ]);
    expect(provider.deliveries.map(({ status }) => status)).not.toContain(null);
    expect(provider.events.every(({ state }) => state === "delivered")).toBe(true);
  },
);

test("each event runs its handlers once, shuffled and with duplicates", async () => {
  const paid: string[] = [];
  const handlers = billingHandlers().on("order.paid", ({ data }) => void paid.push(data.id));
  const { provider } = await openApp(handlers, { deliver: { order: "shuffled", duplicates: 2, stale: true } });
  await provider.pay(await checkout(provider));
  await provider.clock.forward({ months: 3 });
  expect(paid).toHaveLength(4);
  expect(new Set(paid).size).toBe(4);
  expect(provider.deliveries).toHaveLength(provider.events.length * 3);
});

test("an event whose handler failed is sent again, until the handler accepts the event", async () => {
  let failures = 2;
  const handlers = billingHandlers().on("order.paid", () => {
    failures -= 1;
    if (failures >= 0) throw new Error("The database is away.");
  });
  const { provider } = await openApp(handlers);
  await provider.pay(await checkout(provider));
  const statuses = () => provider.deliveries.filter(({ type }) => type === "order.paid").map(({ status }) => status);
  expect(statuses()).toEqual([500]);
  await provider.clock.forward({ minutes: 2 });
  expect(statuses()).toEqual([500, 500, 200]);
});
