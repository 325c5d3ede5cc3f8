export { LeaseLost } from "./commit.js";
export { type BillingErrorCode, billingErrors } from "./errors.js";
export type { BillingPluginEvent } from "./events.js";
export { type BillingContext, type BillingHandlers, billingHandlers } from "./handlers.js";
export type { BillingOptions, WebhookOptions } from "./options.js";
export { type BillingAdditions, type BillingPlugin, billing } from "./plugin.js";
export { type WebhookEventRow, type WebhookEventStatus, webhookEventModel } from "./webhook-event.js";
