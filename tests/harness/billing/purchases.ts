/** Orders, refunds and subscriptions, as the provider sends them. */

const at = "2026-05-04T09:30:00.250000Z";
const common = { created_at: at, modified_at: null, metadata: {}, organization_id: "merchant-1" };

const customer = {
  ...common,
  id: "customer-1",
  external_id: null,
  email: "ada@example.com",
  email_verified: true,
  name: "Ada",
  billing_address: null,
  tax_id: null,
  deleted_at: null,
  avatar_url: "https://example.com/ada.png",
};

const product = {
  ...common,
  id: "product-1",
  name: "Two hundred credits",
  description: null,
  recurring_interval: null,
  is_recurring: false,
  is_archived: false,
};

/** Paid, 20.00 and tax. */
export const orderWire = {
  ...common,
  id: "order-1",
  status: "paid",
  paid: true,
  subtotal_amount: 2000,
  discount_amount: 0,
  net_amount: 2000,
  amount: 2000,
  tax_amount: 400,
  total_amount: 2400,
  refunded_amount: 0,
  refunded_tax_amount: 0,
  currency: "usd",
  billing_reason: "purchase",
  billing_address: null,
  customer_id: "customer-1",
  product_id: "product-1",
  discount_id: null,
  subscription_id: null,
  checkout_id: null,
  customer,
  user_id: "user-1",
  product,
  discount: null,
  subscription: null,
  items: [],
};

/** A succeeded refund of 5.00. */
export const refundOf = (orderId: string, id: string, changes: object = {}) => ({
  created_at: at,
  modified_at: null,
  id: `${orderId}-${id}`,
  metadata: {},
  status: "succeeded",
  reason: "customer_request",
  amount: 500,
  tax_amount: 100,
  currency: "usd",
  organization_id: "merchant-1",
  order_id: orderId,
  subscription_id: null,
  customer_id: "customer-1",
  revoke_benefits: false,
  ...changes,
});

export const subscriptionWire = {
  ...common,
  id: "subscription-1",
  amount: 2000,
  currency: "usd",
  recurring_interval: "month",
  status: "active",
  current_period_start: at,
  current_period_end: null,
  cancel_at_period_end: false,
  canceled_at: null,
  started_at: at,
  ends_at: null,
  ended_at: null,
  customer_id: "customer-1",
  product_id: "product-1",
  discount_id: null,
  checkout_id: null,
  customer_cancellation_reason: null,
  customer_cancellation_comment: null,
  customer,
  product: { ...product, prices: [], benefits: [], medias: [], attached_custom_fields: [] },
  discount: null,
  prices: [],
  meters: [],
};
