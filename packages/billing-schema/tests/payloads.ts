import type { EventType, EventWireOf } from "@keyhold/billing-schema";
import type { eventData } from "../src/events/event-data.js";
import {
  checkout,
  credit,
  creditGrant,
  custom,
  discord,
  discordGrant,
  files,
  github,
  githubGrant,
  grantOf,
  keyGrant,
  keys,
  order,
  organization,
  refund,
  state,
  subscription,
} from "./payload-data.js";
import { checkoutDiscountOf, customer, discountOf, product, terms } from "./payload-parts.js";

type DataWire<Type extends EventType> = NonNullable<(typeof eventData)[Type]["$"]>["wire"];
type Payload<Type extends EventType> = EventWireOf<Type, DataWire<Type>>;

const envelope = { timestamp: "2031-02-06T10:11:13.000009Z", api_version: "2026-04" };

/** A payload of every type, with every key present and no null. */
export const payloads: { readonly [Type in EventType]: Payload<Type> } = {
  "benefit_grant.created": { type: "benefit_grant.created", ...envelope, data: grantOf(discord, discordGrant) },
  "benefit_grant.updated": { type: "benefit_grant.updated", ...envelope, data: grantOf(keys, keyGrant) },
  "benefit_grant.cycled": { type: "benefit_grant.cycled", ...envelope, data: grantOf(credit, creditGrant) },
  "benefit_grant.revoked": { type: "benefit_grant.revoked", ...envelope, data: grantOf(github, githubGrant) },
  "benefit.created": { type: "benefit.created", ...envelope, data: files },
  "benefit.updated": { type: "benefit.updated", ...envelope, data: custom },
  "checkout.created": { type: "checkout.created", ...envelope, data: checkout },
  "checkout.updated": {
    type: "checkout.updated",
    ...envelope,
    data: { ...checkout, status: "failed", discount: checkoutDiscountOf(terms.percentageRepeating) },
  },
  "order.created": { type: "order.created", ...envelope, data: { ...order, status: "pending", paid: false } },
  "order.updated": { type: "order.updated", ...envelope, data: { ...order, discount: discountOf(terms.percentage) } },
  "order.paid": { type: "order.paid", ...envelope, data: order },
  "order.refunded": {
    type: "order.refunded",
    ...envelope,
    data: { ...order, status: "partially_refunded", discount: discountOf(terms.fixedRepeating) },
  },
  "organization.updated": { type: "organization.updated", ...envelope, data: organization },
  "product.created": { type: "product.created", ...envelope, data: product },
  "product.updated": { type: "product.updated", ...envelope, data: { ...product, recurring_interval: "month" } },
  "refund.created": { type: "refund.created", ...envelope, data: refund },
  "refund.updated": { type: "refund.updated", ...envelope, data: { ...refund, status: "succeeded" } },
  "subscription.created": {
    type: "subscription.created",
    ...envelope,
    data: { ...subscription, status: "incomplete" },
  },
  "subscription.active": { type: "subscription.active", ...envelope, data: subscription },
  "subscription.canceled": { type: "subscription.canceled", ...envelope, data: subscription },
  "subscription.uncanceled": {
    type: "subscription.uncanceled",
    ...envelope,
    data: { ...subscription, cancel_at_period_end: false },
  },
  "subscription.revoked": { type: "subscription.revoked", ...envelope, data: { ...subscription, status: "canceled" } },
  "subscription.updated": { type: "subscription.updated", ...envelope, data: { ...subscription, status: "past_due" } },
  "customer.created": { type: "customer.created", ...envelope, data: customer },
  "customer.updated": { type: "customer.updated", ...envelope, data: { ...customer, tax_id: [null, null] } },
  "customer.deleted": { type: "customer.deleted", ...envelope, data: customer },
  "customer.state_changed": { type: "customer.state_changed", ...envelope, data: state },
};
