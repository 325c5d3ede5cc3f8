// The types of an app's handlers.
export type {
  CheckedPattern,
  EventsByPattern,
  WebhookEvent,
  WebhookHandlers,
  WebhookStep,
} from "@keyhold/billing-schema/webhook";
export { LeaseLost } from "./commit.js";
export { type BillingErrorCode, billingErrors } from "./errors.js";
export { type EventBodyRow, eventBodyModel } from "./event-body.js";
export type { BillingPluginEvent } from "./events.js";
export { type BillingContext, type BillingHandlers, type BillingTxContext, billingHandlers } from "./handlers.js";
export type { BillingOptions, WebhookOptions } from "./options.js";
export { type BillingPlugin, type BillingServerEndpoints, type BillingTypes, billing } from "./plugin.js";
export { type UndecodableEventRow, undecodableEventModel } from "./undecodable-event.js";
export type { UpsertIfNewer, VersionedModel } from "./upsert-if-newer.js";
export { type WebhookEventRow, type WebhookEventStatus, webhookEventModel } from "./webhook-event.js";
export type { WebhookEventSummary } from "./webhook-event-summary.js";
