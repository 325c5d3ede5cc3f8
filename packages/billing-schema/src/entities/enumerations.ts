import { type Choice, choice } from "../schema/field.js";

export type CheckoutStatus = "open" | "expired" | "confirmed" | "succeeded" | "failed";
export const checkoutStatus: Choice<CheckoutStatus> = /* @__PURE__ */ choice("CheckoutStatus", [
  "open",
  "expired",
  "confirmed",
  "succeeded",
  "failed",
]);

export type OrderStatus = "pending" | "paid" | "refunded" | "partially_refunded";
export const orderStatus: Choice<OrderStatus> = /* @__PURE__ */ choice("OrderStatus", [
  "pending",
  "paid",
  "refunded",
  "partially_refunded",
]);

export type OrderBillingReason = "purchase" | "subscription_create" | "subscription_cycle" | "subscription_update";
export const orderBillingReason: Choice<OrderBillingReason> = /* @__PURE__ */ choice("OrderBillingReason", [
  "purchase",
  "subscription_create",
  "subscription_cycle",
  "subscription_update",
]);

export type SubscriptionStatus =
  | "incomplete"
  | "incomplete_expired"
  | "trialing"
  | "active"
  | "past_due"
  | "canceled"
  | "unpaid";
export const subscriptionStatus: Choice<SubscriptionStatus> = /* @__PURE__ */ choice("SubscriptionStatus", [
  "incomplete",
  "incomplete_expired",
  "trialing",
  "active",
  "past_due",
  "canceled",
  "unpaid",
]);

export type ActiveSubscriptionStatus = "active";
/** A subscription of a customer's state is active; newer versions list those on trial as well. */
export const activeSubscriptionStatus: Choice<ActiveSubscriptionStatus> = /* @__PURE__ */ choice(
  "ActiveSubscriptionStatus",
  ["active"],
);

export type RefundStatus = "pending" | "succeeded" | "failed" | "canceled";
export const refundStatus: Choice<RefundStatus> = /* @__PURE__ */ choice("RefundStatus", [
  "pending",
  "succeeded",
  "failed",
  "canceled",
]);

export type RefundReason =
  | "duplicate"
  | "fraudulent"
  | "customer_request"
  | "service_disruption"
  | "satisfaction_guarantee"
  | "other";
export const refundReason: Choice<RefundReason> = /* @__PURE__ */ choice("RefundReason", [
  "duplicate",
  "fraudulent",
  "customer_request",
  "service_disruption",
  "satisfaction_guarantee",
  "other",
]);

export type CancellationReason =
  | "customer_service"
  | "low_quality"
  | "missing_features"
  | "switched_service"
  | "too_complex"
  | "too_expensive"
  | "unused"
  | "other";
export const cancellationReason: Choice<CancellationReason> = /* @__PURE__ */ choice("CancellationReason", [
  "customer_service",
  "low_quality",
  "missing_features",
  "switched_service",
  "too_complex",
  "too_expensive",
  "unused",
  "other",
]);

export type BenefitType =
  | "custom"
  | "discord"
  | "github_repository"
  | "downloadables"
  | "license_keys"
  | "meter_credit";
export const benefitType: Choice<BenefitType> = /* @__PURE__ */ choice("BenefitType", [
  "custom",
  "discord",
  "github_repository",
  "downloadables",
  "license_keys",
  "meter_credit",
]);

export type DiscountType = "fixed" | "percentage";
export const discountType: Choice<DiscountType> = /* @__PURE__ */ choice("DiscountType", ["fixed", "percentage"]);

export type DiscountDuration = "once" | "forever" | "repeating";
export const discountDuration: Choice<DiscountDuration> = /* @__PURE__ */ choice("DiscountDuration", [
  "once",
  "forever",
  "repeating",
]);

export type RecurringInterval = "month" | "year";
export const recurringInterval: Choice<RecurringInterval> = /* @__PURE__ */ choice("RecurringInterval", [
  "month",
  "year",
]);

export type ProductPriceType = "one_time" | "recurring";
export const productPriceType: Choice<ProductPriceType> = /* @__PURE__ */ choice("ProductPriceType", [
  "one_time",
  "recurring",
]);

export type PriceAmountType = "free" | "fixed" | "custom" | "metered_unit";
export const priceAmountType: Choice<PriceAmountType> = /* @__PURE__ */ choice("PriceAmountType", [
  "free",
  "fixed",
  "custom",
  "metered_unit",
]);

export type ProrationBehavior = "invoice" | "prorate";
export const prorationBehavior: Choice<ProrationBehavior> = /* @__PURE__ */ choice("ProrationBehavior", [
  "invoice",
  "prorate",
]);

export type SocialPlatform = "x" | "github" | "facebook" | "instagram" | "youtube" | "tiktok" | "linkedin" | "other";
export const socialPlatform: Choice<SocialPlatform> = /* @__PURE__ */ choice("SocialPlatform", [
  "x",
  "github",
  "facebook",
  "instagram",
  "youtube",
  "tiktok",
  "linkedin",
  "other",
]);

export type Timeframe = "year" | "month" | "day";
export const timeframe: Choice<Timeframe> = /* @__PURE__ */ choice("Timeframe", ["year", "month", "day"]);

export type RepositoryPermission = "pull" | "triage" | "push" | "maintain" | "admin";
/** What a repository lets a collaborator do, least first. */
export const repositoryPermission: Choice<RepositoryPermission> = /* @__PURE__ */ choice("RepositoryPermission", [
  "pull",
  "triage",
  "push",
  "maintain",
  "admin",
]);

export type PaymentProcessor = "stripe";
/** Who takes the payment: one so far. */
export const paymentProcessor: Choice<PaymentProcessor> = /* @__PURE__ */ choice("PaymentProcessor", ["stripe"]);

export type MediaService = "product_media";
/** What the file is for. */
export const mediaService: Choice<MediaService> = /* @__PURE__ */ choice("MediaService", ["product_media"]);

export type CustomFieldType = "checkbox" | "date" | "number" | "select" | "text";
export const customFieldType: Choice<CustomFieldType> = /* @__PURE__ */ choice("CustomFieldType", [
  "checkbox",
  "date",
  "number",
  "select",
  "text",
]);

export type FilterConjunction = "and" | "or";
export const filterConjunction: Choice<FilterConjunction> = /* @__PURE__ */ choice("FilterConjunction", ["and", "or"]);

export type FilterOperator = "eq" | "ne" | "gt" | "gte" | "lt" | "lte" | "like" | "not_like";
export const filterOperator: Choice<FilterOperator> = /* @__PURE__ */ choice("FilterOperator", [
  "eq",
  "ne",
  "gt",
  "gte",
  "lt",
  "lte",
  "like",
  "not_like",
]);

export type AggregationFunction = "count" | "sum" | "max" | "min" | "avg";
export const aggregationFunction: Choice<AggregationFunction> = /* @__PURE__ */ choice("AggregationFunction", [
  "count",
  "sum",
  "max",
  "min",
  "avg",
]);

export type LicenseKeyStatus = "granted" | "revoked" | "disabled";
export const licenseKeyStatus: Choice<LicenseKeyStatus> = /* @__PURE__ */ choice("LicenseKeyStatus", [
  "granted",
  "revoked",
  "disabled",
]);
