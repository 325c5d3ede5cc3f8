import { once } from "node:events";
import { createServer } from "node:http";
import { billing } from "@keyhold/billing";
import { checkoutCreate, subscriptionUpdate } from "@keyhold/billing-schema/requests";
import { nodeHandler } from "@keyhold/core/node";
import { createTestAuth } from "@keyhold/testing";
import { startBillingProvider } from "@keyhold/testing/billing-provider";
import { afterAll, expect, test } from "vitest";
import { handlers, purchases, subscriptionModel } from "./handlers.ts";

const webhookSecret = "polar_whs_only_for_this_test_4f9b7c21";
const { auth, clock, db } = createTestAuth({
  plugins: [purchases, billing({ webhook: { secret: webhookSecret, handlers } })],
});
const server = createServer(nodeHandler(auth)).listen(0, "127.0.0.1");
await once(server, "listening");

const provider = await startBillingProvider({
  products: { pro: { name: "Pro", price: 1200, interval: "month" } },
  webhookUrl: `http://127.0.0.1:${Object(server.address()).port}/api/auth/billing/webhook`,
  webhookSecret,
  clock,
  deliver: { order: "shuffled", duplicates: 1, stale: true },
});
afterAll(async () => {
  await provider.stop();
  server.close();
});

/** What the app's own code does: here the provider's API is `provider.origin`. */
async function ask(method: string, path: string, body?: object) {
  const response = await fetch(provider.origin + path, {
    method,
    headers: { authorization: `Bearer ${provider.accessToken}`, "polar-version": "2026-04" },
    body: body && JSON.stringify(body),
  });
  return response.json();
}

test("a subscription is active, renews, and ends with the period in which it was canceled", async () => {
  const checkout = await ask(
    "POST",
    "/v1/checkouts/",
    checkoutCreate.encode({ products: [provider.products.pro], externalCustomerId: "ada" }),
  );
  await provider.pay(checkout.url, { email: "ada@example.com" });
  const { items } = await ask("GET", "/v1/subscriptions/?external_customer_id=ada");
  const [{ id }] = items;
  const status = async () => (await db.find(subscriptionModel, { id }))?.status;
  expect(await status()).toBe("active");

  await provider.clock.forward({ months: 1 });
  expect(await status()).toBe("active");

  await ask("PATCH", `/v1/subscriptions/${id}`, subscriptionUpdate.encode({ cancelAtPeriodEnd: true }));
  await provider.clock.forward({ months: 1 });
  expect(await status()).toBe("canceled");
});
