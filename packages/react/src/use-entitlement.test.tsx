// @vitest-environment jsdom
import { billing, billingHandlers, defineEntitlements } from "@keyhold/billing";
import { billingClient, entitlementHook } from "@keyhold/billing/client";
import { signWebhook } from "@keyhold/billing-schema/webhook";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { StrictMode } from "react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type AuthServer, newPerson, startAuthServer } from "../../../tests/harness/auth-server.ts";
import { subscriptionWire } from "../../../tests/harness/billing/purchases.ts";
import { secret } from "../../../tests/harness/billing/webhook-fixture.ts";
import { settled } from "../../../tests/harness/settled.ts";
import { createAuthClient } from "./client.js";

const entitlements = defineEntitlements({ pro: { products: ["pro"] }, export: { benefits: ["export"] } });
const webhook = { secret, handlers: billingHandlers() };
const products = { pro: subscriptionWire.product_id };

let server: AuthServer;
let client: ReturnType<typeof newClient>;

const newClient = () =>
  createAuthClient({
    baseURL: server.url,
    fetch: server.browser(),
    plugins: [billingClient<{ entitlements: typeof entitlements }>()],
    retry: 0,
  });

const useEntitlement = entitlementHook<"pro" | "export">({ useBillingState: () => client.useBillingState() });

function Feature() {
  const pro = useEntitlement("pro");
  if (pro.isPending) return <p>Looking</p>;
  return <p>{pro.has ? "unlocked" : `locked: ${pro.because}`}</p>;
}

beforeAll(async () => {
  server = await startAuthServer("", [billing({ webhook, mirror: true, products, entitlements })]);
  client = newClient();
});
afterEach(async () => {
  cleanup();
  await settled();
});
afterAll(() => server.close());

test("what was bought unlocks without a reload: many components, and one request for each reading", async () => {
  const { data } = await client.signUp.email(newPerson());
  const reads = () => server.requests.filter((one) => one === "GET /billing/state").length;
  render(
    <StrictMode>
      <Feature />
      <Feature />
      <Feature />
    </StrictMode>,
  );
  await waitFor(() => expect(screen.getAllByText("locked: never-bought")).toHaveLength(3));
  expect(reads()).toBe(1);
  const customer = { ...subscriptionWire.customer, external_id: data?.user.id };
  const body = JSON.stringify({ type: "subscription.created", data: { ...subscriptionWire, customer } });
  const headers = await signWebhook({ secret, id: "event-1", sentAt: new Date(), body });
  const answer = await fetch(`${server.url}/api/auth/billing/webhook`, { method: "POST", headers, body });
  expect(answer.status).toBe(200);
  await act(() => client.billingState.refetch());
  await waitFor(() => expect(screen.getAllByText("unlocked")).toHaveLength(3));
  expect(reads()).toBe(2);
});
