import { definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import { type BillingServerEndpoints, endpoints, pages } from "./endpoints.js";
import { type BillingErrorCode, billingErrors } from "./errors.js";
import type { BillingPluginEvent } from "./events.js";
import { type BillingOptions, billingOptions, missingIn } from "./options.js";
import { encryptedEventBodies, eventBodyModel } from "./webhook/event-body.js";
import { keepsAllBodies } from "./webhook/retention.js";
import { encryptedBodies, undecodableEventModel } from "./webhook/undecodable-event.js";
import { webhookEventModel } from "./webhook/webhook-event.js";

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
 * `billingUndecodableEvent`, and with `keepBodies: "all"` the table `billingEventBody`.
 *
 * @example
 * createAuth({ …, plugins: [billing({ webhook: { secret: process.env.BILLING_WEBHOOK_SECRET, handlers } })] })
 */
export function billing(given: BillingOptions): BillingPlugin {
  const { options, configErrors } = billingOptions.read(given);
  const keepsAll = keepsAllBodies(options);
  return definePlugin({
    id: "billing",
    options,
    errors: billingErrors,
    models: [webhookEventModel, undecodableEventModel, ...(keepsAll ? [eventBodyModel] : [])],
    encrypted: [encryptedBodies, ...(keepsAll ? [encryptedEventBodies] : [])],
    endpoints,
    pages,
    configErrors,
    missing: missingIn(options),
  });
}
