import { expect, test } from "vitest";
import type { StripeSubscription } from "../objects.js";
import { subscriptionWire } from "./subscription.js";

const readAt = "2026-01-01T12:00:00.000001Z";
const customer = {
  id: "cus_1",
  created: 1_700_000_000,
  email: "ada@example.com",
  metadata: { keyhold_owner_id: "ada" },
};

const price = {
  ...{ id: "price_1", created: 1_700_000_000, active: true, currency: "jpy", billing_scheme: "per_unit" },
  ...{ unit_amount: 900, custom_unit_amount: null, product: "prod_1" },
  recurring: { interval: "month", interval_count: 3, usage_type: "licensed", meter: null },
};

const given: StripeSubscription = {
  ...{ id: "sub_1", created: 1_700_000_000, start_date: 1_700_000_000, status: "active", currency: "jpy" },
  ...{ cancel_at: null, cancel_at_period_end: false, canceled_at: null, ended_at: null },
  ...{ trial_start: null, trial_end: null, cancellation_details: null, customer, metadata: { plan: "a" } },
  pause_collection: null,
  items: {
    data: [{ id: "si_1", quantity: 4, current_period_start: 1_700_000_000, current_period_end: 1_707_000_000, price }],
  },
};

const mapped = (changes: Partial<StripeSubscription>) => subscriptionWire({ object: { ...given, ...changes }, readAt });

test("the first item is the product, and its quantity the seats; the version is the time of the read", () => {
  expect(mapped({})).toMatchObject({
    ...{ id: "sub_1", created_at: "2023-11-14T22:13:20.000Z", modified_at: readAt, status: "active" },
    ...{ amount: 3600, currency: "jpy", recurring_interval: "month", recurring_interval_count: 3, seats: 4 },
    ...{ product_id: "prod_1", customer_id: "cus_1", ends_at: null, cancel_at_period_end: false },
    customer: { id: "cus_1", external_id: "ada", metadata: {}, deleted_at: null },
    current_period_end: "2024-02-03T22:40:00.000Z",
  });
});

test("a subscription ends with its period, at the date that the portal has set, or has ended", () => {
  expect(mapped({ cancel_at_period_end: true })).toMatchObject({
    ...{ cancel_at_period_end: true, ends_at: "2024-02-03T22:40:00.000Z" },
  });
  expect(mapped({ cancel_at: 1_705_000_000 })).toMatchObject({
    ...{ cancel_at_period_end: true, ends_at: "2024-01-11T19:06:40.000Z" },
  });
  expect(mapped({ status: "canceled", ended_at: 1_701_000_000, cancel_at: 1_705_000_000 })).toMatchObject({
    ...{ ends_at: "2023-11-26T12:00:00.000Z", ended_at: "2023-11-26T12:00:00.000Z" },
  });
});

test.each([
  ["void", "active", "paused"],
  ["void", "canceled", "canceled"],
  ["keep_as_draft", "active", "active"],
  ["mark_uncollectible", "active", "active"],
])("a subscription whose payments are paused with %s, and which is %s, is %s", (behavior, status, shown) => {
  expect(mapped({ status, pause_collection: { behavior } })).toMatchObject({ status: shown });
});

test("a deleted customer keeps the owner that the mirror knows, and a subscription without an item is left out", () => {
  expect(mapped({ customer: { id: "cus_1", deleted: true } })).toMatchObject({
    customer: { id: "cus_1", external_id: null, deleted_at: readAt },
  });
  expect(mapped({ items: { data: [] } })).toBeNull();
  expect(mapped({ customer: "cus_1" })).toBeNull();
});
