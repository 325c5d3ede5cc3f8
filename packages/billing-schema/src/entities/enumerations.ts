import { choice } from "../schema/field.js";

/** The states of a checkout. */
export const checkoutStatus = /* @__PURE__ */ choice("CheckoutStatus", [
  "open",
  "expired",
  "confirmed",
  "succeeded",
  "failed",
]);
/** A value of `checkoutStatus`. */
export type CheckoutStatus = (typeof checkoutStatus)["values"][number];

/** The states of an order. */
export const orderStatus = /* @__PURE__ */ choice("OrderStatus", ["pending", "paid", "refunded", "partially_refunded"]);
/** A value of `orderStatus`. */
export type OrderStatus = (typeof orderStatus)["values"][number];

/** The reasons for an order. */
export const orderBillingReason = /* @__PURE__ */ choice("OrderBillingReason", [
  "purchase",
  "subscription_create",
  "subscription_cycle",
  "subscription_update",
]);
/** A value of `orderBillingReason`. */
export type OrderBillingReason = (typeof orderBillingReason)["values"][number];

/** The states of a subscription. */
export const subscriptionStatus = /* @__PURE__ */ choice("SubscriptionStatus", [
  "incomplete",
  "incomplete_expired",
  "trialing",
  "active",
  "past_due",
  "canceled",
  "unpaid",
]);
/** A value of `subscriptionStatus`. */
export type SubscriptionStatus = (typeof subscriptionStatus)["values"][number];

/** A subscription of a customer's state is active; newer versions list those on trial as well. */
export const activeSubscriptionStatus = /* @__PURE__ */ choice("ActiveSubscriptionStatus", ["active"]);
/** A value of `activeSubscriptionStatus`. */
export type ActiveSubscriptionStatus = (typeof activeSubscriptionStatus)["values"][number];

/** The states of a refund. */
export const refundStatus = /* @__PURE__ */ choice("RefundStatus", ["pending", "succeeded", "failed", "canceled"]);
/** A value of `refundStatus`. */
export type RefundStatus = (typeof refundStatus)["values"][number];

/** The reasons for a refund. */
export const refundReason = /* @__PURE__ */ choice("RefundReason", [
  "duplicate",
  "fraudulent",
  "customer_request",
  "service_disruption",
  "satisfaction_guarantee",
  "other",
]);
/** A value of `refundReason`. */
export type RefundReason = (typeof refundReason)["values"][number];

/** The reasons for a customer's cancellation. */
export const cancellationReason = /* @__PURE__ */ choice("CancellationReason", [
  "customer_service",
  "low_quality",
  "missing_features",
  "switched_service",
  "too_complex",
  "too_expensive",
  "unused",
  "other",
]);
/** A value of `cancellationReason`. */
export type CancellationReason = (typeof cancellationReason)["values"][number];

/** The types of a benefit. */
export const benefitType = /* @__PURE__ */ choice("BenefitType", [
  "custom",
  "discord",
  "github_repository",
  "downloadables",
  "license_keys",
  "meter_credit",
]);
/** A value of `benefitType`. */
export type BenefitType = (typeof benefitType)["values"][number];

/** The types of a discount. */
export const discountType = /* @__PURE__ */ choice("DiscountType", ["fixed", "percentage"]);
/** A value of `discountType`. */
export type DiscountType = (typeof discountType)["values"][number];

/** The durations of a discount. */
export const discountDuration = /* @__PURE__ */ choice("DiscountDuration", ["once", "forever", "repeating"]);
/** A value of `discountDuration`. */
export type DiscountDuration = (typeof discountDuration)["values"][number];

/** The intervals between payments. */
export const recurringInterval = /* @__PURE__ */ choice("RecurringInterval", ["month", "year"]);
/** A value of `recurringInterval`. */
export type RecurringInterval = (typeof recurringInterval)["values"][number];

/** The types of a price. */
export const productPriceType = /* @__PURE__ */ choice("ProductPriceType", ["one_time", "recurring"]);
/** A value of `productPriceType`. */
export type ProductPriceType = (typeof productPriceType)["values"][number];

/** The kinds of a price's amount. */
export const priceAmountType = /* @__PURE__ */ choice("PriceAmountType", ["free", "fixed", "custom", "metered_unit"]);
/** A value of `priceAmountType`. */
export type PriceAmountType = (typeof priceAmountType)["values"][number];

/** The ways to bill the rest of a period. */
export const prorationBehavior = /* @__PURE__ */ choice("ProrationBehavior", ["invoice", "prorate"]);
/** A value of `prorationBehavior`. */
export type ProrationBehavior = (typeof prorationBehavior)["values"][number];

/** The platforms of a merchant's profile. */
export const socialPlatform = /* @__PURE__ */ choice("SocialPlatform", [
  "x",
  "github",
  "facebook",
  "instagram",
  "youtube",
  "tiktok",
  "linkedin",
  "other",
]);
/** A value of `socialPlatform`. */
export type SocialPlatform = (typeof socialPlatform)["values"][number];

/** The units of a license key's lifetime. */
export const timeframe = /* @__PURE__ */ choice("Timeframe", ["year", "month", "day"]);
/** A value of `timeframe`. */
export type Timeframe = (typeof timeframe)["values"][number];

/** The rights of a collaborator in a repository, fewest first. */
export const repositoryPermission = /* @__PURE__ */ choice("RepositoryPermission", [
  "pull",
  "triage",
  "push",
  "maintain",
  "admin",
]);
/** A value of `repositoryPermission`. */
export type RepositoryPermission = (typeof repositoryPermission)["values"][number];

/** The processor of the payment: a single processor so far. */
export const paymentProcessor = /* @__PURE__ */ choice("PaymentProcessor", ["stripe"]);
/** A value of `paymentProcessor`. */
export type PaymentProcessor = (typeof paymentProcessor)["values"][number];

/** The purpose of the file. */
export const mediaService = /* @__PURE__ */ choice("MediaService", ["product_media"]);
/** A value of `mediaService`. */
export type MediaService = (typeof mediaService)["values"][number];

/** The types of a custom field. */
export const customFieldType = /* @__PURE__ */ choice("CustomFieldType", [
  "checkbox",
  "date",
  "number",
  "select",
  "text",
]);
/** A value of `customFieldType`. */
export type CustomFieldType = (typeof customFieldType)["values"][number];

/** The conjunctions of a group in a meter's filter. */
export const filterConjunction = /* @__PURE__ */ choice("FilterConjunction", ["and", "or"]);
/** A value of `filterConjunction`. */
export type FilterConjunction = (typeof filterConjunction)["values"][number];

/** The operators of a condition in a meter's filter. */
export const filterOperator = /* @__PURE__ */ choice("FilterOperator", [
  "eq",
  "ne",
  "gt",
  "gte",
  "lt",
  "lte",
  "like",
  "not_like",
]);
/** A value of `filterOperator`. */
export type FilterOperator = (typeof filterOperator)["values"][number];

/** The functions of a meter's aggregation. */
export const aggregationFunction = /* @__PURE__ */ choice("AggregationFunction", ["count", "sum", "max", "min", "avg"]);
/** A value of `aggregationFunction`. */
export type AggregationFunction = (typeof aggregationFunction)["values"][number];

/** The states of a license key. */
export const licenseKeyStatus = /* @__PURE__ */ choice("LicenseKeyStatus", ["granted", "revoked", "disabled"]);
/** A value of `licenseKeyStatus`. */
export type LicenseKeyStatus = (typeof licenseKeyStatus)["values"][number];
