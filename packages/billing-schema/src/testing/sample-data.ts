import type { BenefitGrant } from "../entities/benefit-grant.js";
import type { BillingOrganization } from "../entities/billing-organization.js";
import type { Checkout } from "../entities/checkout.js";
import type { Customer } from "../entities/customer.js";
import type { CustomerState } from "../entities/customer-state.js";
import type { Order } from "../entities/order.js";
import type { OrderProduct } from "../entities/order-product.js";
import type { OrderSubscription } from "../entities/order-subscription.js";
import type { Product } from "../entities/product.js";
import type { Refund } from "../entities/refund.js";
import type { Subscription } from "../entities/subscription.js";

/* A customer of a shop, who subscribes to a product for 12 dollars a month. */

const createdAt = new Date("2026-01-05T09:00:00Z");
const periodEnd = new Date("2026-02-05T09:00:00Z");
const dates = { createdAt, modifiedAt: null };
const shop = { organizationId: "organization_sample" };
const currency = "usd";
const amount = 1200;

export const customer: Customer = {
  ...dates,
  ...shop,
  id: "customer_sample",
  metadata: {},
  externalId: "user_sample",
  email: "ada@example.com",
  emailVerified: true,
  name: "Ada",
  billingAddress: { country: "US" },
  taxId: null,
  deletedAt: null,
  avatarUrl: "https://example.com/ada.png",
};

const productSummary: OrderProduct = {
  ...dates,
  ...shop,
  id: "product_sample",
  name: "Pro",
  description: null,
  recurringInterval: "month",
  isRecurring: true,
  isArchived: false,
  metadata: {},
};

export const benefit: BenefitGrant["benefit"] = {
  ...dates,
  ...shop,
  id: "benefit_sample",
  type: "custom",
  description: "Support by email",
  selectable: true,
  deletable: true,
  metadata: {},
  properties: { note: null },
};

const price: Product["prices"][number] = {
  ...dates,
  id: "price_sample",
  isArchived: false,
  productId: productSummary.id,
  type: "recurring",
  recurringInterval: "month",
  amountType: "fixed",
  priceCurrency: currency,
  priceAmount: amount,
};

export const product: Product = {
  ...productSummary,
  prices: [price],
  benefits: [benefit],
  medias: [],
  attachedCustomFields: [],
};

const subscriptionSummary: OrderSubscription = {
  ...dates,
  id: "subscription_sample",
  amount,
  currency,
  recurringInterval: "month",
  status: "active",
  currentPeriodStart: createdAt,
  currentPeriodEnd: periodEnd,
  cancelAtPeriodEnd: false,
  canceledAt: null,
  startedAt: createdAt,
  endsAt: null,
  endedAt: null,
  customerId: customer.id,
  productId: product.id,
  discountId: null,
  checkoutId: "checkout_sample",
  customerCancellationReason: null,
  customerCancellationComment: null,
  metadata: {},
};

export const subscription: Subscription = {
  ...subscriptionSummary,
  customer,
  product,
  discount: null,
  prices: [price],
  meters: [],
};

export const order: Order = {
  ...dates,
  id: "order_sample",
  status: "paid",
  paid: true,
  subtotalAmount: amount,
  discountAmount: 0,
  netAmount: amount,
  amount,
  taxAmount: 0,
  totalAmount: amount,
  refundedAmount: 0,
  refundedTaxAmount: 0,
  currency,
  billingReason: "subscription_create",
  billingAddress: { country: "US" },
  customerId: customer.id,
  productId: product.id,
  discountId: null,
  subscriptionId: subscription.id,
  checkoutId: "checkout_sample",
  metadata: {},
  customer,
  userId: "user_at_provider_sample",
  product: productSummary,
  discount: null,
  subscription: subscriptionSummary,
  items: [
    {
      ...dates,
      id: "order_item_sample",
      label: "Pro",
      amount,
      taxAmount: 0,
      proration: false,
      productPriceId: price.id,
    },
  ],
};

export const refund: Refund = {
  ...dates,
  ...shop,
  id: "refund_sample",
  metadata: {},
  status: "succeeded",
  reason: "customer_request",
  amount,
  taxAmount: 0,
  currency,
  orderId: order.id,
  subscriptionId: subscription.id,
  customerId: customer.id,
  revokeBenefits: false,
};

const { metadata: _, ...shownProduct } = productSummary;
const { metadata: __, properties: ___, ...shownBenefit } = benefit;
const checkoutProduct = { ...shownProduct, prices: [price], benefits: [shownBenefit], medias: [] };

export const checkout: Checkout = {
  ...dates,
  id: "checkout_sample",
  paymentProcessor: "stripe",
  status: "open",
  clientSecret: "client_secret_sample",
  url: "https://example.com/checkout",
  expiresAt: new Date("2026-01-05T10:00:00Z"),
  successUrl: "https://example.com/thanks",
  embedOrigin: null,
  amount,
  discountAmount: 0,
  netAmount: amount,
  taxAmount: null,
  totalAmount: amount,
  currency,
  productId: product.id,
  productPriceId: price.id,
  discountId: null,
  allowDiscountCodes: true,
  requireBillingAddress: false,
  isDiscountApplicable: true,
  isFreeProductPrice: false,
  isPaymentRequired: true,
  isPaymentSetupRequired: true,
  isPaymentFormRequired: true,
  customerId: customer.id,
  isBusinessCustomer: false,
  customerName: customer.name,
  customerEmail: customer.email,
  customerIpAddress: null,
  customerBillingName: null,
  customerBillingAddress: null,
  customerTaxId: null,
  paymentProcessorMetadata: {},
  metadata: {},
  customerExternalId: customer.externalId,
  products: [checkoutProduct],
  product: checkoutProduct,
  productPrice: price,
  discount: null,
  subscriptionId: null,
  attachedCustomFields: [],
  customerMetadata: {},
  customerBillingAddressFields: {
    country: true,
    state: false,
    city: false,
    postalCode: false,
    line1: false,
    line2: false,
  },
};

export const benefitGrant: BenefitGrant = {
  ...dates,
  id: "benefit_grant_sample",
  grantedAt: createdAt,
  isGranted: true,
  revokedAt: null,
  isRevoked: false,
  subscriptionId: subscription.id,
  orderId: null,
  customerId: customer.id,
  benefitId: benefit.id,
  customer,
  properties: {},
  benefit,
};

export const billingOrganization: BillingOrganization = {
  ...dates,
  id: shop.organizationId,
  name: "Example",
  slug: "example",
  avatarUrl: null,
  email: null,
  website: null,
  socials: [],
  detailsSubmittedAt: null,
  featureSettings: null,
  subscriptionSettings: {
    allowMultipleSubscriptions: false,
    allowCustomerUpdates: true,
    prorationBehavior: "prorate",
  },
};

export const customerState: CustomerState = {
  ...customer,
  activeSubscriptions: [
    {
      ...dates,
      id: subscription.id,
      metadata: {},
      status: "active",
      amount,
      currency,
      recurringInterval: "month",
      currentPeriodStart: createdAt,
      currentPeriodEnd: periodEnd,
      cancelAtPeriodEnd: false,
      canceledAt: null,
      startedAt: createdAt,
      endsAt: null,
      productId: product.id,
      discountId: null,
      meters: [],
    },
  ],
  grantedBenefits: [
    {
      ...dates,
      id: benefitGrant.id,
      grantedAt: createdAt,
      benefitId: benefit.id,
      benefitType: "custom",
      properties: {},
    },
  ],
  activeMeters: [],
};
