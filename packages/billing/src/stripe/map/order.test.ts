import { expect, test } from "vitest";
import type { StripeInvoice, StripeInvoiceLine } from "../objects.js";
import { orderWire } from "./order.js";

const line = (amount: number, product: string, proration: boolean): StripeInvoiceLine => ({
  ...{ id: `il_${product}`, amount, description: product },
  pricing: { price_details: { price: `price_${product}`, product } },
  parent: { subscription_item_details: { proration }, invoice_item_details: null },
});

const given: StripeInvoice = {
  ...{ id: "in_1", created: 1_700_000_000, status: "paid", currency: "eur", subtotal: 2000, total: 2142 },
  ...{ total_discount_amounts: [{ amount: 200 }], total_taxes: [{ amount: 300 }, { amount: 42 }] },
  billing_reason: "subscription_update",
  customer: { id: "cus_1", created: 1_700_000_000, email: null, metadata: {} },
  lines: { data: [line(-800, "old", true), line(2800, "new", true)], has_more: false },
  parent: { subscription_details: { subscription: "sub_1" } },
  metadata: null,
};

const mapped = (changes: Partial<StripeInvoice>) =>
  orderWire({ object: { ...given, ...changes }, readAt: "2026-01-01T12:00:00.000001Z" });

test("an invoice is an order of its dearest product, with discounts and taxes", () => {
  expect(mapped({})).toMatchObject({
    ...{ status: "paid", paid: true, subtotal_amount: 2000, discount_amount: 200, tax_amount: 342 },
    ...{ net_amount: 1800, total_amount: 2142, refunded_amount: 0, product_id: "new", subscription_id: "sub_1" },
    ...{ billing_reason: "subscription_update", customer_id: "cus_1" },
    items: [
      { amount: -800, proration: true, product_price_id: "price_old" },
      { amount: 2800, proration: true, product_price_id: "price_new" },
    ],
  });
});

test.each([
  ["draft", "pending"],
  ["open", "pending"],
  ["paid", "paid"],
  ["uncollectible", "void"],
  ["void", "void"],
  ["a newer status", "a newer status"],
])("the status %s is %s", (status, wanted) => {
  expect(mapped({ status })).toMatchObject({ status: wanted, paid: status === "paid" });
});

test("an invoice without a subscription is a purchase, and without a customer no order", () => {
  expect(mapped({ parent: null, billing_reason: "manual" })).toMatchObject({ billing_reason: "purchase" });
  expect(mapped({ customer: null })).toBeNull();
});
