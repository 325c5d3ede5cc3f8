import { definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import { type BillingEndpoints, type BillingServerEndpoints, endpoints, pages } from "./endpoints.js";
import { type BillingErrorCode, billingErrors } from "./errors.js";
import type { BillingPluginEvent } from "./events.js";
import { mirrorHooks } from "./hooks/uses.js";
import { mirrorTables, previousColumns } from "./mirror/tables.js";
import {
  type BillingOptions,
  billingOptions,
  mirrorSettingsOf,
  missingIn,
  type WebhookOnlyOptions,
} from "./options.js";
import { encryptedEventBodies, eventBodyModel } from "./webhook/event-body.js";
import { keepsAllBodies } from "./webhook/retention.js";
import { encryptedBodies, undecodableEventModel } from "./webhook/undecodable-event.js";
import { webhookEventModel } from "./webhook/webhook-event.js";

/** The types that the plugin adds to an auth with a mirror: calls, error codes and events. */
export interface MirrorTypes extends PluginTypes {
  readonly endpoints: BillingEndpoints;
  readonly serverEndpoints: BillingServerEndpoints;
  readonly errorCode: BillingErrorCode;
  readonly event: BillingPluginEvent;
}

/** The server-side calls without a mirror. */
export interface WebhookServerEndpoints
  extends Pick<
    BillingServerEndpoints,
    "listWebhookEvents" | "readWebhookEvent" | "retryUndecodableEvents" | "retryWebhookEvent"
  > {}

/** The types that the plugin adds to an auth: server-side calls, error codes and events. */
export interface BillingTypes extends PluginTypes {
  readonly serverEndpoints: WebhookServerEndpoints;
  readonly errorCode: BillingErrorCode;
  readonly event: BillingPluginEvent;
}

/** A named type keeps the inferred types of an app's auth short. */
export interface BillingPlugin extends Plugin<BillingTypes> {}

/** The plugin with a mirror. */
export interface MirrorPlugin extends Plugin<MirrorTypes> {}

/**
 * Receives the payments provider's events: `POST /billing/webhook` verifies the sender, and runs a handler once per
 * event, with any number of processes and through a crash. Adds the tables `billingWebhookEvent` and
 * `billingUndecodableEvent`, and with `keepBodies: "all"` the table `billingEventBody`. With `provider` or `mirror` the
 * events also write the tables of the mirror, and the routes that read them are there.
 *
 * @example
 * createAuth({ …, plugins: [billing({ webhook: { secret: process.env.BILLING_WEBHOOK_SECRET, handlers } })] })
 */
export function billing(given: WebhookOnlyOptions): BillingPlugin;
export function billing(given: BillingOptions): MirrorPlugin;
export function billing(given: BillingOptions): Plugin<any> {
  const { options, configErrors } = billingOptions.read(given);
  const keepsAll = keepsAllBodies(options);
  const { listWebhookEvents, readWebhookEvent, retryUndecodableEvents, retryWebhookEvent } = endpoints;
  const withMirror = {
    models: mirrorTables,
    extends: { [webhookEventModel.name]: { columns: previousColumns } },
    endpoints,
    hooks: mirrorHooks,
  };
  const isMirrored = mirrorSettingsOf(options) !== null;
  const { models, ...more } = isMirrored
    ? withMirror
    : { models: [], endpoints: { listWebhookEvents, readWebhookEvent, retryUndecodableEvents, retryWebhookEvent } };
  return definePlugin<any>({
    id: "billing",
    options,
    errors: billingErrors,
    models: [webhookEventModel, undecodableEventModel, ...(keepsAll ? [eventBodyModel] : []), ...models],
    encrypted: [encryptedBodies, ...(keepsAll ? [encryptedEventBodies] : [])],
    ...more,
    pages,
    configErrors,
    missing: missingIn(options),
  });
}
