import { definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import { type BillingErrorCode, billingErrors } from "./errors.js";
import type { BillingPluginEvent } from "./events.js";
import { type BillingOptions, configErrorsOf, missingIn, readOptions } from "./options.js";
import { retryUndecodableEvents } from "./routes/retry-undecodable-events.js";
import { webhook } from "./routes/webhook.js";
import { encryptedBodies, undecodableEventModel } from "./undecodable-event.js";
import { webhookEventModel } from "./webhook-event.js";

/** The server-only endpoint. */
export interface BillingServerEndpoints {
  readonly retryUndecodableEvents: typeof retryUndecodableEvents;
}

/** The types that the plugin adds to an auth: server-side calls, error codes and events. */
export interface BillingTypes extends PluginTypes {
  readonly serverEndpoints: BillingServerEndpoints;
  readonly errorCode: BillingErrorCode;
  readonly event: BillingPluginEvent;
}

/** A named type keeps the inferred types of an app's auth short. */
export interface BillingPlugin extends Plugin<BillingTypes> {}

/**
 * Receives the payments provider's events: `POST /billing/webhook` verifies the sender, and runs a handler once per
 * event, with any number of processes and through a crash. Adds the tables `billingWebhookEvent` and
 * `billingUndecodableEvent`.
 *
 * @example
 * createAuth({ …, plugins: [billing({ webhook: { secret: process.env.BILLING_WEBHOOK_SECRET, handlers } })] })
 */
export function billing(options: BillingOptions): BillingPlugin {
  const settings = readOptions(options);
  return definePlugin({
    id: "billing",
    options: settings,
    errors: billingErrors,
    models: [webhookEventModel, undecodableEventModel],
    encrypted: [encryptedBodies],
    endpoints: { retryUndecodableEvents },
    pages: [webhook],
    configErrors: configErrorsOf(options, settings),
    missing: missingIn(settings),
  });
}
