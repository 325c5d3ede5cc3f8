import { bool, date, defineModel, definePlugin, id, integer, json, text } from "@keyhold/core/plugin";
import type { PriceView } from "../../shared/shop.ts";

/** The newest state of each entity of the payments provider: `upsertIfNewer` compares `version`. */
const entity = { id: text(), version: text() };

export const productModel = defineModel("shopProduct", {
  ...entity,
  name: text(),
  description: text().optional(),
  interval: text().optional(),
  isArchived: bool(),
  prices: json<readonly PriceView[]>(),
  createdAt: date().indexed(),
});

export const customerModel = defineModel("shopCustomer", {
  ...entity,
  name: text(),
  email: text(),
  /** The user of this app: the provider's `external_id`. */
  userId: text().optional().indexed(),
  country: text().optional(),
  createdAt: date().indexed(),
  deletedAt: date().optional(),
});

export const orderModel = defineModel("shopOrder", {
  ...entity,
  customerId: text().indexed(),
  customerName: text(),
  product: text(),
  reason: text(),
  status: text(),
  isPaid: bool(),
  netAmount: integer(),
  totalAmount: integer(),
  refundedAmount: integer(),
  currency: text(),
  createdAt: date().indexed(),
});

export const subscriptionModel = defineModel("shopSubscription", {
  ...entity,
  customerId: text().indexed(),
  customerName: text(),
  product: text(),
  description: text().optional(),
  status: text().indexed(),
  amount: integer(),
  currency: text(),
  interval: text(),
  isEnding: bool(),
  periodEnd: date().optional(),
  meters: json<readonly { readonly name: string; readonly units: number; readonly amount: number }[]>(),
  createdAt: date().indexed(),
});

export const refundModel = defineModel("shopRefund", {
  ...entity,
  orderId: text().indexed(),
  status: text(),
  reason: text(),
  amount: integer(),
  currency: text(),
  createdAt: date().indexed(),
});

/** The feed of the dashboard: one row for an event, in one sentence of subject and action. */
export const activityModel = defineModel("shopActivity", {
  id: id(),
  at: date().indexed(),
  type: text(),
  subject: text(),
  detail: text(),
});

/** What the webhook route answered to each delivery. */
export const deliveryModel = defineModel("shopDelivery", {
  id: id(),
  at: date().indexed(),
  eventId: text(),
  eventType: text(),
  outcome: text(),
  note: text(),
});

/** The app's own tables, made and migrated with those of the auth. */
export const shop = definePlugin({
  id: "shop",
  models: [productModel, customerModel, orderModel, subscriptionModel, refundModel, activityModel, deliveryModel],
});
