import type {
  BenefitGrantWire,
  BenefitWire,
  BillingOrganizationWire,
  CheckoutWire,
  CustomerStateWire,
  OrderWire,
  PriceWire,
  RefundWire,
  SubscriptionWire,
} from "@keyhold/billing-schema";
import {
  address,
  answers,
  attachedFields,
  benefits,
  checkoutDiscountOf,
  checkoutProduct,
  customer,
  dates,
  discountOf,
  merchant,
  meterOf,
  orderProduct,
  prices,
  product,
  subscribedProduct,
  subscriptionSummary,
  terms,
} from "./payload-parts.js";

/** The data of the events: each entity with every key present and no null. */

const metered = prices[3] as PriceWire;
export const [custom, discord, github, files, keys, credit] = benefits as readonly [
  BenefitWire,
  BenefitWire,
  BenefitWire,
  BenefitWire,
  BenefitWire,
  BenefitWire,
];

export const grantOf = (benefit: BenefitWire, properties: BenefitGrantWire["properties"]): BenefitGrantWire => ({
  ...dates,
  id: "grant-1",
  granted_at: "2031-01-05T09:00:01.000001Z",
  is_granted: true,
  revoked_at: "2031-11-05T09:00:01.000001Z",
  is_revoked: false,
  subscription_id: subscriptionSummary.id,
  order_id: "order-1",
  customer_id: customer.id,
  benefit_id: benefit.id,
  error: { message: "Not yet a member", type: "action_required", timestamp: "2031-01-05T09:00:02Z" },
  customer,
  properties,
  benefit,
  previous_properties: properties,
});

export const discordGrant = { account_id: "account-1", guild_id: "guild-1", role_id: "role-1" };
export const githubGrant = {
  account_id: "a",
  repository_owner: "maps",
  repository_name: "tiles",
  permission: "push",
} as const;
export const creditGrant = {
  last_credited_meter_id: "m",
  last_credited_units: 0.5,
  last_credited_at: "2031-01-05T09:00:00Z",
};
export const keyGrant = { license_key_id: "key-1", display_key: "****-9F" };

export const checkout: CheckoutWire = {
  ...dates,
  id: "checkout-1",
  custom_field_data: answers,
  payment_processor: "stripe",
  status: "confirmed",
  client_secret: "checkout-secret-1",
  url: "https://pay.example/1",
  expires_at: "2031-01-05T10:00:00Z",
  success_url: "https://maps.example/thanks?id={CHECKOUT_ID}",
  embed_origin: "https://maps.example",
  amount: 1_900,
  discount_amount: 300,
  net_amount: 1_600,
  tax_amount: 304,
  total_amount: 1_904,
  currency: "eur",
  product_id: product.id,
  product_price_id: "p-fixed",
  discount_id: "discount-spring",
  allow_discount_codes: true,
  require_billing_address: false,
  is_discount_applicable: true,
  is_free_product_price: false,
  is_payment_required: true,
  is_payment_setup_required: false,
  is_payment_form_required: true,
  customer_id: customer.id,
  is_business_customer: true,
  customer_name: "Anna Karte",
  customer_email: "anna@maps.example",
  customer_ip_address: "2001:db8::7",
  customer_billing_name: "Karte & Co",
  customer_billing_address: address,
  customer_tax_id: "DE136695976",
  payment_processor_metadata: { intent_client_secret: "pi-1", publishable_key: "pk-1" },
  metadata: { camp_aign: "fair", weight: 1.5 },
  customer_external_id: "user-4711",
  products: [checkoutProduct],
  product: checkoutProduct,
  product_price: metered,
  discount: checkoutDiscountOf(terms.fixed),
  subscription_id: "subscription-1",
  attached_custom_fields: attachedFields,
  customer_metadata: { ref_code: "A-17", visits: 12, isBeta: true },
  customer_billing_address_fields: {
    country: true,
    state: false,
    city: true,
    postal_code: true,
    line1: true,
    line2: false,
  },
};

const orderItem = {
  ...dates,
  id: "item-1",
  label: "Atlas",
  amount: 1_900,
  tax_amount: 361,
  proration: false,
  product_price_id: "p-fixed",
};

export const order: OrderWire = {
  ...dates,
  id: "order-1",
  status: "paid",
  paid: true,
  subtotal_amount: 1_900,
  discount_amount: 300,
  net_amount: 1_600,
  amount: 1_600,
  tax_amount: 304,
  total_amount: 1_904,
  refunded_amount: 0,
  refunded_tax_amount: 0,
  currency: "eur",
  billing_reason: "subscription_cycle",
  billing_address: address,
  customer_id: customer.id,
  product_id: product.id,
  discount_id: "discount-spring",
  subscription_id: subscriptionSummary.id,
  checkout_id: checkout.id,
  metadata: { sold_by: "fair", "with space": -1.25 },
  custom_field_data: answers,
  customer,
  user_id: "user-4711",
  product: orderProduct,
  discount: discountOf(terms.fixed),
  subscription: subscriptionSummary,
  items: [
    orderItem,
    { ...orderItem, id: "item-2", label: "Time not used", amount: -700, tax_amount: -133, proration: true },
  ],
};

export const refund: RefundWire = {
  ...dates,
  ...merchant,
  id: "refund-1",
  metadata: { case_no: 8 },
  status: "pending",
  reason: "service_disruption",
  amount: 400,
  tax_amount: 76,
  currency: "eur",
  order_id: order.id,
  subscription_id: subscriptionSummary.id,
  customer_id: customer.id,
  revoke_benefits: true,
};

const meterLine = {
  ...dates,
  id: "line-1",
  consumed_units: 12.25,
  credited_units: 250,
  amount: 0,
  meter_id: "meter-tiles",
};

export const subscription: SubscriptionWire = {
  ...subscriptionSummary,
  custom_field_data: answers,
  customer,
  product: subscribedProduct,
  discount: discountOf(terms.percentageRepeating),
  prices: prices.slice(3, 6),
  meters: [
    { ...meterLine, meter: meterOf({ func: "count" }) },
    { ...meterLine, id: "line-2", meter: meterOf({ func: "avg", property: "tile_size" }) },
  ],
};

const granted = { ...dates, id: "granted-1", granted_at: "2031-01-05T09:00:01.000001Z", benefit_id: "b-1" };

export const state: CustomerStateWire = {
  ...customer,
  active_subscriptions: [
    {
      ...dates,
      id: subscriptionSummary.id,
      custom_field_data: answers,
      metadata: { sold_by: "fair" },
      status: "active",
      amount: 1_900,
      currency: "eur",
      recurring_interval: "month",
      current_period_start: "2031-01-05T09:00:00.000001Z",
      current_period_end: "2031-02-05T09:00:00.000001Z",
      cancel_at_period_end: false,
      canceled_at: "2031-01-06T00:00:00Z",
      started_at: "2031-01-05T09:00:00Z",
      ends_at: "2031-02-05T09:00:00Z",
      product_id: product.id,
      discount_id: "discount-spring",
      meters: [meterLine],
    },
  ],
  granted_benefits: [
    { ...granted, benefit_type: "custom", properties: {} },
    { ...granted, benefit_type: "discord", properties: discordGrant },
    { ...granted, benefit_type: "github_repository", properties: githubGrant },
    { ...granted, benefit_type: "downloadables", properties: { files: ["file_one"] } },
    { ...granted, benefit_type: "license_keys", properties: keyGrant },
    { ...granted, benefit_type: "meter_credit", properties: creditGrant },
  ],
  active_meters: [{ ...dates, meter_id: "meter-tiles", consumed_units: 262.5, credited_units: 250, balance: -12.5 }],
};

export const organization: BillingOrganizationWire = {
  ...dates,
  id: "merchant-maps",
  name: "Maps",
  slug: "maps",
  avatar_url: "https://maps.example/logo.png",
  email: "office@maps.example",
  website: "https://maps.example",
  socials: [
    { platform: "youtube", url: "https://youtube.com/@maps" },
    { platform: "other", url: "https://social.example/maps" },
  ],
  details_submitted_at: "2030-12-24T18:00:00.25Z",
  feature_settings: { issue_funding_enabled: true, usage_based_billing_enabled: false },
  subscription_settings: {
    allow_multiple_subscriptions: true,
    allow_customer_updates: false,
    proration_behavior: "prorate",
  },
};
