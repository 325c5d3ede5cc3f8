import type {
  AddressWire,
  AttachedCustomFieldWire,
  BenefitWire,
  CheckoutDiscountWire,
  CheckoutProductWire,
  CustomerWire,
  CustomFieldWire,
  DiscountWire,
  MeterAggregationWire,
  MeterWire,
  OrderProductWire,
  OrderSubscriptionWire,
  PriceWire,
  ProductMediaWire,
  ProductWire,
  PublicBenefitWire,
} from "@keyhold/billing-schema";

/** Parts of many payloads: a small shop for maps, with a product of every kind. */

const dates = { created_at: "2031-01-05T09:00:00.000001Z", modified_at: "2031-02-06T10:11:12.345678+01:00" };
const merchant = { organization_id: "merchant-maps" };

export const address: AddressWire = {
  line1: "Hafengasse 4",
  line2: "Hinterhaus",
  postal_code: "18055",
  city: "Rostock",
  state: "MV",
  country: "DE",
};

export const customer: CustomerWire = {
  ...dates,
  ...merchant,
  id: "customer-anna",
  metadata: { ref_code: "A-17", visits: 12, score: 0.75, isBeta: true },
  external_id: "user-4711",
  email: "anna@maps.example",
  email_verified: true,
  name: "Anna Karte",
  billing_address: address,
  tax_id: ["DE136695976", "eu_vat"],
  deleted_at: "2031-12-31T23:59:59.999999Z",
  avatar_url: "https://maps.example/anna.png",
};

const benefitCommon = { ...dates, ...merchant, description: "Sheets", selectable: true, deletable: false };

export const benefits: readonly BenefitWire[] = [
  { ...benefitCommon, id: "b-custom", metadata: { tier: 1 }, type: "custom", properties: { note: "Call us any day" } },
  {
    ...benefitCommon,
    id: "b-discord",
    metadata: {},
    type: "discord",
    properties: { guild_id: "guild-1", role_id: "role-1", guild_token: "guild-token-1" },
  },
  {
    ...benefitCommon,
    id: "b-github",
    metadata: { a_b: false },
    type: "github_repository",
    properties: { repository_owner: "maps", repository_name: "tiles", permission: "triage" },
  },
  {
    ...benefitCommon,
    id: "b-files",
    metadata: {},
    type: "downloadables",
    properties: { archived: { file_one: true, fileTwo: false }, files: ["file_one", "fileTwo"] },
  },
  {
    ...benefitCommon,
    id: "b-keys",
    metadata: {},
    type: "license_keys",
    properties: {
      prefix: "MAP",
      expires: { ttl: 18, timeframe: "month" },
      activations: { limit: 3, enable_customer_admin: true },
      limit_usage: 900,
    },
  },
  {
    ...benefitCommon,
    id: "b-credit",
    metadata: {},
    type: "meter_credit",
    properties: { units: 250, rollover: true, meter_id: "meter-tiles" },
  },
];

const publicBenefits = benefits.map(({ metadata: _, properties: __, ...shown }): PublicBenefitWire => shown);

const fieldCommon = { ...dates, ...merchant, metadata: { shown_first: true } };
const form = { form_label: "Label", form_help_text: "Help", form_placeholder: "…" };

export const customFields: readonly CustomFieldWire[] = [
  { ...fieldCommon, id: "f-1", slug: "agree", name: "Agree", type: "checkbox", properties: form },
  {
    ...fieldCommon,
    id: "f-2",
    slug: "from",
    name: "From",
    type: "date",
    properties: { ...form, ge: 0, le: 4102444800 },
  },
  { ...fieldCommon, id: "f-3", slug: "count", name: "Count", type: "number", properties: { ...form, ge: -5, le: 5 } },
  {
    ...fieldCommon,
    id: "f-4",
    slug: "scale",
    name: "Scale",
    type: "select",
    properties: { ...form, options: [{ value: "25k", label: "1 : 25 000" }] },
  },
  {
    ...fieldCommon,
    id: "f-5",
    slug: "motto",
    name: "Motto",
    type: "text",
    properties: { ...form, textarea: true, min_length: 1, max_length: 80 },
  },
];

const attached = customFields.map(
  (field, order): AttachedCustomFieldWire => ({
    custom_field_id: field.id,
    custom_field: field,
    order,
    required: true,
  }),
);

const priceCommon = { ...dates, is_archived: false, product_id: "product-atlas" };
const current = { ...priceCommon, type: "recurring", recurring_interval: "year" } as const;
const legacy = { ...priceCommon, type: "recurring", recurring_interval: "month", legacy: true } as const;
const chosen = { price_currency: "eur", minimum_amount: 100, maximum_amount: 9_000, preset_amount: 500 };

export const prices: readonly PriceWire[] = [
  { ...current, id: "p-free", amount_type: "free" },
  { ...current, id: "p-fixed", amount_type: "fixed", price_currency: "eur", price_amount: 1_900 },
  { ...current, id: "p-custom", amount_type: "custom", ...chosen },
  {
    ...current,
    id: "p-metered",
    amount_type: "metered_unit",
    price_currency: "eur",
    unit_amount: "0.125000000001",
    cap_amount: 20_000,
    meter_id: "meter-tiles",
    meter: { id: "meter-tiles", name: "Tiles" },
  },
  { ...legacy, id: "p-old-free", amount_type: "free" },
  { ...legacy, id: "p-old-fixed", amount_type: "fixed", price_currency: "eur", price_amount: 1_500 },
  { ...legacy, id: "p-old-custom", amount_type: "custom", ...chosen },
];

export const media: ProductMediaWire = {
  ...merchant,
  created_at: dates.created_at,
  id: "media-1",
  name: "cover.png",
  path: "maps/cover.png",
  mime_type: "image/png",
  size: 48_213,
  storage_version: "sv-1",
  checksum_etag: "etag-1",
  checksum_sha256_base64: "q1MKE+RZFJgrefm34/uplM/R8/si9xzqGvvwK0YMbR0=",
  checksum_sha256_hex: "ab530a13e45914982b79f9b7e3fba994cfd1f3fb22f71cea1afbf02b460c6d1d",
  last_modified_at: "2031-01-04T00:00:00-03:30",
  version: "v-1",
  service: "product_media",
  is_uploaded: true,
  size_readable: "47.1 KB",
  public_url: "https://maps.example/cover.png",
};

const productSummary = {
  ...dates,
  ...merchant,
  id: "product-atlas",
  name: "Atlas",
  description: "All sheets",
  recurring_interval: "year",
  is_recurring: true,
  is_archived: false,
} as const;

export const orderProduct: OrderProductWire = { ...productSummary, metadata: { shelf_no: 4 } };
export const product: ProductWire = {
  ...orderProduct,
  prices,
  benefits,
  medias: [media],
  attached_custom_fields: attached,
};
export const checkoutProduct: CheckoutProductWire = {
  ...productSummary,
  prices: prices.slice(2, 5),
  benefits: publicBenefits.slice(0, 2),
  medias: [media],
};
/** A product as a subscription has it, with fewer items in each list. */
export const subscribedProduct: ProductWire = {
  ...product,
  prices: prices.slice(1, 2),
  benefits: benefits.slice(4, 5),
  attached_custom_fields: attached.slice(3, 4),
};
export const attachedFields = attached;

const discountSummary = { id: "discount-spring", name: "Spring", code: "SPRING31" };
export const terms = {
  fixed: { type: "fixed", amount: 300, currency: "eur", duration: "once" },
  fixedRepeating: { type: "fixed", amount: 300, currency: "eur", duration: "repeating", duration_in_months: 4 },
  percentage: { type: "percentage", basis_points: 2_550, duration: "forever" },
  percentageRepeating: { type: "percentage", basis_points: 1, duration: "repeating", duration_in_months: 12 },
} as const;

type Terms = (typeof terms)[keyof typeof terms];

export const discountOf = (of: Terms): DiscountWire => ({
  ...dates,
  ...merchant,
  ...discountSummary,
  metadata: { by_letter: true },
  starts_at: "2031-03-01T00:00:00Z",
  ends_at: "2031-06-01T00:00:00Z",
  max_redemptions: 40,
  redemptions_count: 7,
  ...of,
});
export const checkoutDiscountOf = (of: Terms): CheckoutDiscountWire => ({ ...discountSummary, ...of });

export const meterOf = (aggregation: MeterAggregationWire): MeterWire => ({
  ...dates,
  ...merchant,
  metadata: { unit_name: "tile" },
  id: "meter-tiles",
  name: "Tiles",
  filter: {
    conjunction: "and",
    clauses: [
      { property: "name", operator: "eq", value: "tile.drawn" },
      { property: "zoom", operator: "gte", value: 7 },
      {
        conjunction: "or",
        clauses: [
          { property: "is_free", operator: "ne", value: true },
          { conjunction: "and", clauses: [] },
        ],
      },
    ],
  },
  aggregation,
});

export const subscriptionSummary: OrderSubscriptionWire = {
  ...dates,
  id: "subscription-1",
  amount: 1_900,
  currency: "eur",
  recurring_interval: "year",
  status: "active",
  current_period_start: "2031-01-05T09:00:00.000001Z",
  current_period_end: "2032-01-05T09:00:00.000001Z",
  cancel_at_period_end: true,
  canceled_at: "2031-02-01T00:00:00.5Z",
  started_at: "2031-01-05T09:00:00.12Z",
  ends_at: "2032-01-05T09:00:00.000001Z",
  ended_at: "2032-01-05T09:00:00.000001Z",
  customer_id: customer.id,
  product_id: product.id,
  discount_id: discountSummary.id,
  checkout_id: "checkout-1",
  customer_cancellation_reason: "too_complex",
  customer_cancellation_comment: "I have enough maps",
  metadata: { sold_by: "fair" },
};

/** Answers to a checkout's questions: an answer of each kind, a missing one, and a date as text. */
export const answers = {
  agree: true,
  from: "2031-03-04T00:00:00Z",
  count: 3,
  scale: "25k",
  motto: null,
  is_gift: false,
};
export { dates, merchant };
