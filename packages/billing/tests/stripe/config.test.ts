import { billing, billingHandlers } from "@keyhold/billing";
import { stripe } from "@keyhold/billing/stripe";
import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";
import { secret } from "./shop.ts";

const open = (options: object) => () =>
  createTestAuth({
    plugins: [
      billing({
        webhook: { secret, handlers: billingHandlers() },
        provider: stripe({ apiKey: "sk_test_1" }),
        ...options,
      }),
    ],
  });

test("an entitlement by a meter is a config error at Stripe, which has no balances", () => {
  expect(open({ entitlements: { calls: { meter: "mtr_1" } } })).toThrow(
    "entitlements.calls.meter: the provider has no balances of meters",
  );
});

test("seats that are assigned are a config error at Stripe, without a word about another provider", () => {
  const thrown = (() => {
    try {
      return open({ products: { pro: { id: "prod_1", seats: {} } } })();
    } catch (error) {
      return error;
    }
  })();
  expect(String(thrown)).toContain("products.pro.seats: the provider has no seats");
  expect(String(thrown)).not.toContain("polar()");
});
