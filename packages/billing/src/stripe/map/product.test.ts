import { product } from "@keyhold/billing-schema";
import { expect, test } from "vitest";
import { offerOf } from "../../mirror/offer.js";
import type { StripePrice } from "../objects.js";
import { productWire } from "./product.js";

const price: StripePrice = {
  ...{ id: "price_1", created: 1_700_000_000, active: true, currency: "jpy", billing_scheme: "per_unit" },
  ...{ unit_amount: 900, unit_amount_decimal: "900", custom_unit_amount: null, product: "prod_1" },
  recurring: { interval: "year", interval_count: 1, usage_type: "licensed", meter: null },
};

/** What a page shows of a product with the price. */
function offered(changes: Partial<StripePrice> | null) {
  const object = {
    ...{ id: "prod_1", created: 1_700_000_000, active: true, name: "Pro", description: null, metadata: {} },
    default_price: changes && { ...price, ...changes },
  };
  const wire = productWire({ object, readAt: "2026-01-01T12:00:00.000001Z" });
  return offerOf(product.decode(wire as never, { mode: "tolerant" }) as never)?.prices;
}

test("the default price is offered in the smallest unit of its currency, by its kind", () => {
  expect(offered({})).toEqual([{ kind: "fixed", amount: 900, currency: "jpy" }]);
  expect(offered({ unit_amount: 0 })).toMatchObject([{ kind: "fixed", amount: 0 }]);
  const custom = { unit_amount: null, custom_unit_amount: { minimum: 100, maximum: null, preset: 500 } };
  expect(offered(custom)).toMatchObject([{ kind: "custom", amount: 500 }]);
  const recurring = { interval: "month", interval_count: 1, usage_type: "metered", meter: "mtr_1" };
  expect(offered({ unit_amount: null, unit_amount_decimal: "0.5", recurring })).toMatchObject([
    { kind: "metered", amount: 0.5 },
  ]);
  expect(offered({ billing_scheme: "tiered", unit_amount: null })).toMatchObject([{ kind: "other", amount: null }]);
  expect(offered(null)).toEqual([]);
});
