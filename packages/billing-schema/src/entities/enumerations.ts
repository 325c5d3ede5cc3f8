import { choice } from "../schema/field.js";

export const checkoutStatus = /* @__PURE__ */ choice("CheckoutStatus", [
  "open",
  "expired",
  "confirmed",
  "succeeded",
  "failed",
]);
export type CheckoutStatus = (typeof checkoutStatus)["values"][number];

export const orderStatus = /* @__PURE__ */ choice("OrderStatus", ["pending", "paid", "refunded", "partially_refunded"]);
export type OrderStatus = (typeof orderStatus)["values"][number];

export const orderBillingReason = /* @__PURE__ */ choice("OrderBillingReason", [
  "purchase",
  "subscription_create",
  "subscription_cycle",
  "subscription_update",
]);
export type OrderBillingReason = (typeof orderBillingReason)["values"][number];

export const subscriptionStatus = /* @__PURE__ */ choice("SubscriptionStatus", [
  "incomplete",
  "incomplete_expired",
  "trialing",
  "active",
  "past_due",
  "canceled",
  "unpaid",
]);
export type SubscriptionStatus = (typeof subscriptionStatus)["values"][number];

/** A subscription of a customer's state is active; newer versions list those on trial as well. */
export const activeSubscriptionStatus = /* @__PURE__ */ choice("ActiveSubscriptionStatus", ["active"]);
export type ActiveSubscriptionStatus = (typeof activeSubscriptionStatus)["values"][number];

export const refundStatus = /* @__PURE__ */ choice("RefundStatus", ["pending", "succeeded", "failed", "canceled"]);
export type RefundStatus = (typeof refundStatus)["values"][number];

export const refundReason = /* @__PURE__ */ choice("RefundReason", [
  "duplicate",
  "fraudulent",
  "customer_request",
  "service_disruption",
  "satisfaction_guarantee",
  "other",
]);
export type RefundReason = (typeof refundReason)["values"][number];

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
export type CancellationReason = (typeof cancellationReason)["values"][number];

export const benefitType = /* @__PURE__ */ choice("BenefitType", [
  "custom",
  "discord",
  "github_repository",
  "downloadables",
  "license_keys",
  "meter_credit",
]);
export type BenefitType = (typeof benefitType)["values"][number];

export const discountType = /* @__PURE__ */ choice("DiscountType", ["fixed", "percentage"]);
export type DiscountType = (typeof discountType)["values"][number];

export const discountDuration = /* @__PURE__ */ choice("DiscountDuration", ["once", "forever", "repeating"]);
export type DiscountDuration = (typeof discountDuration)["values"][number];

export const recurringInterval = /* @__PURE__ */ choice("RecurringInterval", ["month", "year"]);
export type RecurringInterval = (typeof recurringInterval)["values"][number];

export const productPriceType = /* @__PURE__ */ choice("ProductPriceType", ["one_time", "recurring"]);
export type ProductPriceType = (typeof productPriceType)["values"][number];

export const priceAmountType = /* @__PURE__ */ choice("PriceAmountType", ["free", "fixed", "custom", "metered_unit"]);
export type PriceAmountType = (typeof priceAmountType)["values"][number];

export const prorationBehavior = /* @__PURE__ */ choice("ProrationBehavior", ["invoice", "prorate"]);
export type ProrationBehavior = (typeof prorationBehavior)["values"][number];

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
export type SocialPlatform = (typeof socialPlatform)["values"][number];

export const timeframe = /* @__PURE__ */ choice("Timeframe", ["year", "month", "day"]);
export type Timeframe = (typeof timeframe)["values"][number];

/** The rights of a collaborator in a repository, fewest first. */
export const repositoryPermission = /* @__PURE__ */ choice("RepositoryPermission", [
  "pull",
  "triage",
  "push",
  "maintain",
  "admin",
]);
export type RepositoryPermission = (typeof repositoryPermission)["values"][number];

/** The processor of the payment: one so far. */
export const paymentProcessor = /* @__PURE__ */ choice("PaymentProcessor", ["stripe"]);
export type PaymentProcessor = (typeof paymentProcessor)["values"][number];

/** The purpose of the file. */
export const mediaService = /* @__PURE__ */ choice("MediaService", ["product_media"]);
export type MediaService = (typeof mediaService)["values"][number];

export const customFieldType = /* @__PURE__ */ choice("CustomFieldType", [
  "checkbox",
  "date",
  "number",
  "select",
  "text",
]);
export type CustomFieldType = (typeof customFieldType)["values"][number];

export const filterConjunction = /* @__PURE__ */ choice("FilterConjunction", ["and", "or"]);
export type FilterConjunction = (typeof filterConjunction)["values"][number];

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
export type FilterOperator = (typeof filterOperator)["values"][number];

export const aggregationFunction = /* @__PURE__ */ choice("AggregationFunction", ["count", "sum", "max", "min", "avg"]);
export type AggregationFunction = (typeof aggregationFunction)["values"][number];

export const licenseKeyStatus = /* @__PURE__ */ choice("LicenseKeyStatus", ["granted", "revoked", "disabled"]);
export type LicenseKeyStatus = (typeof licenseKeyStatus)["values"][number];
