import type { Plugin, PluginTypes } from "@keyhold/core/plugin";
import type { BillingEndpoints, BillingServerEndpoints } from "./endpoints.js";
import type { BillingErrorCode } from "./errors.js";
import type { BillingPluginEvent } from "./events.js";

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

/** The types that the plugin adds to an auth with a mirror. */
export interface MirrorTypes extends PluginTypes {
  readonly endpoints: BillingEndpoints;
  readonly serverEndpoints: BillingServerEndpoints;
  readonly errorCode: BillingErrorCode;
  readonly event: BillingPluginEvent;
}

/** A named type keeps the inferred types of an app's auth short. */
export interface BillingPlugin extends Plugin<BillingTypes> {}

/** The plugin with a mirror. */
export interface MirrorPlugin extends Plugin<MirrorTypes> {}
