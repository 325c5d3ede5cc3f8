import {
  benefit,
  benefitGrant,
  customer,
  customerMeter,
  order,
  orderProduct,
  orderStatus,
  orderSubscription,
  product,
  refund,
  refundStatus,
  subscription,
  subscriptionStatus,
} from "@keyhold/billing-schema";
import { isWhole } from "@keyhold/core/options";
import { bool, date, integer, json, type Row, text } from "@keyhold/core/plugin";
import { ownerOf } from "../provider/owner.js";
import { type AnyMirrored, defineMirrored } from "./mirrored.js";
import { lastChange, offerOf, type ProductOffer } from "./offer.js";

/** In the smallest unit of the currency. */
const money = () => integer().atMost(Number.MAX_SAFE_INTEGER).personal();

/** The provider's customers; `ownerId` is the id of the user or organization in the app. */
export const customers = defineMirrored("billingCustomer", {
  codec: customer,
  columns: {
    /** "user" or "organization"; null for a customer without an id of the app. */
    ownerKind: text().optional(),
    ownerId: text().optional(),
    /** The version of the customer that named the owner. */
    ownerVersion: text().optional(),
    email: text().optional().personal(),
    deletedAt: date().optional(),
    /** The owner was deleted: no further row of the customer is written. */
    erasedAt: date().optional(),
  },
  indexes: [["ownerId", "ownerKind"]],
  derive: ({ externalId }) => ownerOf(externalId),
});

export const products = defineMirrored("billingProduct", {
  codec: product,
  columns: {
    name: text().optional(),
    isRecurring: bool().optional(),
    recurringInterval: text().optional(),
    isArchived: bool().optional(),
    /** Null: the mirror knows the product only from an order. */
    offer: json<ProductOffer>().optional(),
  },
  derive: (data) => ({ offer: offerOf(data) }),
  lastChange,
});

export const benefits = defineMirrored("billingBenefit", {
  codec: benefit,
  columns: { type: text(), description: text().optional() },
});

export const subscriptions = defineMirrored("billingSubscription", {
  codec: subscription,
  columns: {
    customerId: text(),
    productId: text().indexed(),
    status: text(),
    /** Whether the status is "active" or "trialing". */
    isActive: bool(),
    amount: money(),
    currency: text(),
    recurringInterval: text().optional(),
    currentPeriodStart: date().optional(),
    currentPeriodEnd: date().optional().indexed(),
    cancelAtPeriodEnd: bool().optional(),
    endsAt: date().optional(),
    endedAt: date().optional(),
    /** The seats that were bought; null for a product without seats. */
    seats: integer().optional(),
  },
  indexes: [
    ["customerId", "createdAt", "id"],
    ["customerId", "isActive", "createdAt", "id"],
    ["isActive", "id"],
    ["status", "currentPeriodEnd"],
  ],
  derive: ({ status, seats }) => ({
    isActive: ["active", "trialing"].includes(String(status)),
    seats: isWhole(seats, 0, 1_000_000_000) ? seats : null,
  }),
  embedded: { customer: { mirrored: customers, codec: null }, product: { mirrored: products, codec: null } },
  statuses: subscriptionStatus,
});

export const orders = defineMirrored("billingOrder", {
  codec: order,
  columns: {
    customerId: text(),
    productId: text().optional(),
    subscriptionId: text().optional(),
    isRecurring: bool(),
    status: text(),
    billingReason: text().optional(),
    netAmount: money(),
    totalAmount: money(),
    refundedAmount: money(),
    currency: text(),
  },
  indexes: [
    ["customerId", "createdAt", "id"],
    ["customerId", "isRecurring", "createdAt", "id"],
  ],
  derive: ({ subscriptionId }) => ({ isRecurring: typeof subscriptionId === "string" }),
  embedded: {
    customer: { mirrored: customers, codec: null },
    product: { mirrored: products, codec: orderProduct },
    subscription: { mirrored: subscriptions, codec: orderSubscription },
  },
  statuses: orderStatus,
});

export const refunds = defineMirrored("billingRefund", {
  codec: refund,
  columns: {
    customerId: text().indexed(),
    orderId: text().indexed(),
    status: text(),
    amount: money(),
    currency: text(),
  },
  statuses: refundStatus,
});

export const grants = defineMirrored("billingGrant", {
  codec: benefitGrant,
  columns: {
    customerId: text(),
    benefitId: text().indexed(),
    subscriptionId: text().optional(),
    orderId: text().optional(),
    isGranted: bool(),
    isRevoked: bool(),
    grantedAt: date().optional(),
    revokedAt: date().optional(),
  },
  indexes: [
    ["customerId", "createdAt", "id"],
    ["customerId", "isGranted"],
  ],
  embedded: { customer: { mirrored: customers, codec: null }, benefit: { mirrored: benefits, codec: null } },
});

/** `id`: of the customer and the meter, since the state of a customer has no id of a balance. */
export const balances = defineMirrored("billingMeterBalance", {
  codec: customerMeter,
  columns: {
    customerId: text(),
    meterId: text(),
    /** May be fractional. */
    consumedUnits: json<number>().optional(),
    creditedUnits: integer().atMost(Number.MAX_SAFE_INTEGER).optional(),
    balance: json<number>().optional(),
  },
  indexes: [["customerId", "createdAt", "id"]],
  embedded: { customer: { mirrored: customers, codec: null } },
});

/** Every entity of the mirror, in the order in which a transaction locks the rows. */
export const mirroredEntities = [
  customers,
  products,
  benefits,
  subscriptions,
  orders,
  refunds,
  grants,
  balances,
] as const;

/** The entity of an event's data by the part of the type before the dot. */
export const entityOfGroup: Readonly<Record<string, AnyMirrored>> = {
  customer: customers,
  product: products,
  benefit: benefits,
  subscription: subscriptions,
  order: orders,
  refund: refunds,
  benefit_grant: grants,
};

/** A row of a table of the mirror. */
export type MirrorRow = Row<(typeof mirroredEntities)[number]["model"]>;
/** A row of `billingCustomer`. */
export type BillingCustomerRow = Row<(typeof customers)["model"]>;
