// The types of an app's handlers, and of what an app reads from a provider.
export type {
  JsonObject,
  SchemaIssue,
  TolerantBenefit,
  TolerantBenefitGrant,
  TolerantCustomerMeter,
  TolerantCustomerState,
  TolerantMeter,
  TolerantProduct,
  TolerantRefund,
} from "@keyhold/billing-schema";
export type {
  CheckedPattern,
  EventsByPattern,
  WebhookEvent,
  WebhookHandlers,
  WebhookStep,
} from "@keyhold/billing-schema/webhook";
export type { MeterUsage, SentUnits, UsageHolding } from "./balance/balance.js";
export { defineEntitlements, type EntitlementRule, type Entitlements } from "./catalogue/entitlements.js";
export type { ProductSettings, Products } from "./catalogue/products.js";
export type { BillingEndpoints, BillingServerEndpoints } from "./endpoints.js";
export { type BillingErrorCode, billingErrors } from "./errors.js";
export type { BillingPluginEvent } from "./events.js";
export type { BalanceHolding, GrantHolding, Holdings, OrderHolding, SubscriptionHolding } from "./holding/holdings.js";
export type { Has, HasBecause, HasNot, HasNotBecause, Verdict } from "./holding/judge.js";
export { type HoldingRow, holdingModel as billingHoldingModel } from "./holding/model.js";
export type { BillingCustomerRow, MirrorRow } from "./mirror/entities.js";
export type { CommonRow } from "./mirror/mirrored.js";
export {
  billingBenefitModel,
  billingCustomerModel,
  billingGrantModel,
  billingMeterBalanceModel,
  billingOrderModel,
  billingProductModel,
  billingRefundModel,
  billingSubscriptionModel,
} from "./mirror/models.js";
export type { OfferedPrice, ProductOffer } from "./mirror/offer.js";
export type { BillingProgress, OnBillingProgress } from "./mirror/progress.js";
export type { MirroredEvent } from "./mirror/step.js";
export type {
  BillingOptions,
  CheckoutOptions,
  CustomerOptions,
  MirrorOptions,
  WebhookOnlyOptions,
  WebhookOptions,
} from "./options.js";
export { billing } from "./plugin.js";
export type {
  BillingCapabilities,
  BillingProvider,
  KnownCustomer,
  ListQuery,
  OwnedQuery,
  PortalLink,
  ProviderCheckouts,
  ProviderCustomers,
  ProviderDeliveries,
  ProviderDelivery,
  ProviderGrants,
  ProviderList,
  ProviderOrders,
  ProviderPage,
  ProviderSeat,
  ProviderSeats,
  ProviderSubscriptions,
  ProviderUsage,
  ProviderWebhooks,
  SeatMember,
} from "./provider/billing-provider.js";
export { BillingProviderError, type BillingProviderFacts, type BillingProviderReason } from "./provider/error.js";
export { everyItem } from "./provider/every-item.js";
export { type BillingAction, billingRoles, billingStatements } from "./purchase/statements.js";
export type { ProductSeats, SeatHolder, SeatKind, SeatOptions } from "./seats/settings.js";
export type { ProductTrial, TrialQuestion } from "./trials/settings.js";
export type {
  BillingPlugin,
  BillingRequirements,
  BillingStores,
  BillingTypes,
  MirrorPlugin,
  MirrorTypes,
  NamedAnswer,
  NamedEndpoints,
  NamedEntitlement,
  NamedProduct,
  NamedServerEndpoints,
  NamedUsage,
  WebhookServerEndpoints,
} from "./types.js";
export {
  type CountedUnits,
  type UsageBatchRow,
  type UsageMetadata,
  type UsageRow,
  usageBatchModel as billingUsageBatchModel,
  usageModel as billingUsageModel,
} from "./usage/models.js";
export type { UsageEvent, UsageOptions } from "./usage/options.js";
export { LeaseLost } from "./webhook/commit.js";
export { type EventBodyRow, eventBodyModel } from "./webhook/event-body.js";
export {
  type BillingContext,
  type BillingHandlers,
  type BillingTxContext,
  billingHandlers,
} from "./webhook/handlers.js";
export { type UndecodableEventRow, undecodableEventModel } from "./webhook/undecodable-event.js";
export type { UpsertIfNewer, VersionedModel } from "./webhook/upsert-if-newer.js";
export { type WebhookEventRow, type WebhookEventStatus, webhookEventModel } from "./webhook/webhook-event.js";
export type { WebhookEventSummary } from "./webhook/webhook-event-summary.js";
