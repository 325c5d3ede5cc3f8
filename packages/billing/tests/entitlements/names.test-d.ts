import { type BillingRequirements, billing, billingHandlers, defineEntitlements } from "@keyhold/billing";
import { billingClient } from "@keyhold/billing/client";
import { createAuthClient } from "@keyhold/client";
import { endpointsFor, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { createTestAuth } from "@keyhold/testing";
import { expectTypeOf, test } from "vitest";

const webhook = { secret: "secret", handlers: billingHandlers() };
const entitlements = defineEntitlements({
  pro: { products: ["pro"], graceDays: 3 },
  calls: { meter: "meter", needs: "pro" },
});
const plugin = billing({ webhook, mirror: true, products: { pro: "id" }, entitlements });
const { auth } = createTestAuth({ plugins: [plugin] });

test("a name that the app has not declared does not compile", () => {
  expectTypeOf(auth.api.billing.has).parameter(0).toMatchTypeOf<{ entitlement: "pro" | "calls" }>();
  // @ts-expect-error: a misspelled entitlement
  void auth.api.billing.has({ entitlement: "prp" });
  // @ts-expect-error: a misspelled entitlement
  void auth.api.billing.require({ entitlement: "prp" });
  // @ts-expect-error: a product that is not in `products`
  billing({ webhook, mirror: true, products: { pro: "id" }, entitlements: { pro: { products: ["prp"] } } });
  // @ts-expect-error: an entitlement that is not declared
  defineEntitlements({ pro: { products: ["pro"] }, calls: { meter: "meter", needs: "prp" } });
  // @ts-expect-error: without a mirror there is nothing to ask
  billing({ webhook, entitlements: { pro: { products: ["pro"] } } }) satisfies {
    $: { serverEndpoints: { billing: object } };
  };
});

test("the client and the state know the names", async () => {
  const client = createAuthClient({ plugins: [billingClient<{ entitlements: typeof entitlements }>()] });
  const { data } = client.billingState.get();
  expectTypeOf(data?.entitlements.pro.has).toEqualTypeOf<boolean | undefined>();
  const state = await auth.api.billing.state({});
  expectTypeOf(state.entitlements.calls.has).toEqualTypeOf<boolean>();
});

test("an endpoint cannot require a name that is not declared", () => {
  const endpoint = endpointsFor<unknown, Record<never, never>, BillingRequirements<typeof entitlements>>({});
  const declared = {
    route: "GET /one",
    access: "session",
    doc: "",
    input: z.object({}),
    output: z.object({}),
  } as const;
  endpoint({ ...declared, requires: { entitlement: "pro" }, handle: () => ok({}) });
  // @ts-expect-error: a misspelled entitlement
  endpoint({ ...declared, requires: { entitlement: "prp" }, handle: () => ok({}) });
});
