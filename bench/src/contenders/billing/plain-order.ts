import * as z from "zod";

/** The plainest zod schema of the wire form of `order.paid`: every field checked, without a conversion. */

const text = z.string();
const integer = z.int();
const flag = z.boolean();
const date = z.iso.datetime({ offset: true });
const metadata = z.record(text, z.union([text, integer, z.number(), flag]));
const customFieldData = z.record(text, z.union([text, integer, flag, date]).nullable());
const interval = z.enum(["month", "year"]);

const address = z.object({
  line1: text.nullable().optional(),
  line2: text.nullable().optional(),
  postal_code: text.nullable().optional(),
  city: text.nullable().optional(),
  state: text.nullable().optional(),
  country: text,
});

const customer = z.object({
  id: text,
  created_at: date,
  modified_at: date.nullable(),
  metadata,
  external_id: text.nullable(),
  email: text,
  email_verified: flag,
  name: text.nullable(),
  billing_address: address.nullable(),
  tax_id: z.array(text.nullable()).nullable(),
  organization_id: text,
  deleted_at: date.nullable(),
  avatar_url: text,
});

const product = z.object({
  created_at: date,
  modified_at: date.nullable(),
  id: text,
  name: text,
  description: text.nullable(),
  recurring_interval: interval.nullable(),
  is_recurring: flag,
  is_archived: flag,
  organization_id: text,
  metadata,
});

const discountFields = {
  created_at: date,
  modified_at: date.nullable(),
  id: text,
  metadata,
  name: text,
  code: text.nullable(),
  starts_at: date.nullable(),
  ends_at: date.nullable(),
  max_redemptions: integer.nullable(),
  redemptions_count: integer,
  organization_id: text,
};
const single = { ...discountFields, duration: z.enum(["once", "forever"]) };
const repeating = { ...discountFields, duration: z.literal("repeating"), duration_in_months: integer };
const fixed = { type: z.literal("fixed"), amount: integer, currency: text };
const percentage = { type: z.literal("percentage"), basis_points: integer };

const discount = z.discriminatedUnion("type", [
  z.discriminatedUnion("duration", [z.object({ ...single, ...fixed }), z.object({ ...repeating, ...fixed })]),
  z.discriminatedUnion("duration", [z.object({ ...single, ...percentage }), z.object({ ...repeating, ...percentage })]),
]);

const subscription = z.object({
  created_at: date,
  modified_at: date.nullable(),
  id: text,
  amount: integer,
  currency: text,
  recurring_interval: interval,
  status: z.enum(["incomplete", "incomplete_expired", "trialing", "active", "past_due", "canceled", "unpaid"]),
  current_period_start: date,
  current_period_end: date.nullable(),
  cancel_at_period_end: flag,
  canceled_at: date.nullable(),
  started_at: date.nullable(),
  ends_at: date.nullable(),
  ended_at: date.nullable(),
  customer_id: text,
  product_id: text,
  discount_id: text.nullable(),
  checkout_id: text.nullable(),
  customer_cancellation_reason: z
    .enum([
      "customer_service",
      "low_quality",
      "missing_features",
      "switched_service",
      "too_complex",
      "too_expensive",
      "unused",
      "other",
    ])
    .nullable(),
  customer_cancellation_comment: text.nullable(),
  metadata,
});

const item = z.object({
  created_at: date,
  modified_at: date.nullable(),
  id: text,
  label: text,
  amount: integer,
  tax_amount: integer,
  proration: flag,
  product_price_id: text.nullable(),
});

export const plainOrderPaid = z.object({
  type: z.literal("order.paid"),
  data: z.object({
    id: text,
    created_at: date,
    modified_at: date.nullable(),
    status: z.enum(["pending", "paid", "refunded", "partially_refunded"]),
    paid: flag,
    subtotal_amount: integer,
    discount_amount: integer,
    net_amount: integer,
    amount: integer,
    tax_amount: integer,
    total_amount: integer,
    refunded_amount: integer,
    refunded_tax_amount: integer,
    currency: text,
    billing_reason: z.enum(["purchase", "subscription_create", "subscription_cycle", "subscription_update"]),
    billing_address: address.nullable(),
    customer_id: text,
    product_id: text,
    discount_id: text.nullable(),
    subscription_id: text.nullable(),
    checkout_id: text.nullable(),
    metadata,
    custom_field_data: customFieldData.optional(),
    customer,
    user_id: text,
    product,
    discount: discount.nullable(),
    subscription: subscription.nullable(),
    items: z.array(item),
  }),
});
