import { definePlugin } from "@keyhold/core/plugin";
import { needsOf, saleTables } from "./catalogue/parts.js";
import { pages } from "./endpoints.js";
import { billingErrors } from "./errors.js";
import { hooksOf } from "./hooks/uses.js";
import { mirrorTables, previousColumns } from "./mirror/tables.js";
import { callsOf, pagesOf, webhookCalls } from "./offered.js";
import {
  type BillingOptions,
  billingOptions,
  mirrorSettingsOf,
  missingIn,
  type WebhookOnlyOptions,
} from "./options.js";
import type { BillingPlugin, BillingTypes, MirrorPlugin, MirrorTypes } from "./types.js";
import { encryptedEventBodies, eventBodyModel } from "./webhook/event-body.js";
import { keepsAllBodies } from "./webhook/retention.js";
import { encryptedBodies, undecodableEventModel } from "./webhook/undecodable-event.js";
import { webhookEventModel } from "./webhook/webhook-event.js";

/**
 * Receives the payments provider's events: `POST /billing/webhook` verifies the sender, and runs a handler once per
 * event, with any number of processes and through a crash. Adds the tables `billingWebhookEvent` and
 * `billingUndecodableEvent`, and with `keepBodies: "all"` the table `billingEventBody`. With `provider` or `mirror` each
 * event also writes the tables of the mirror, and routes read them.
 *
 * @example
 * createAuth({ …, plugins: [billing({ webhook: { secret: process.env.BILLING_WEBHOOK_SECRET, handlers } })] })
 */
export function billing(given: WebhookOnlyOptions): BillingPlugin;
export function billing<const Product extends string = never, const Entitlement extends string = never>(
  given: BillingOptions<Product, Entitlement>,
): MirrorPlugin<Entitlement, Product>;
export function billing(given: BillingOptions): BillingPlugin | MirrorPlugin {
  const { options, configErrors } = billingOptions.read(given);
  const keepsAll = keepsAllBodies(options);
  const common = {
    id: "billing",
    options,
    errors: billingErrors,
    encrypted: [encryptedBodies, ...(keepsAll ? [encryptedEventBodies] : [])],
    pages,
    configErrors,
    missing: missingIn(options),
  };
  const models = [webhookEventModel, undecodableEventModel, ...(keepsAll ? [eventBodyModel] : [])];
  const mirror = mirrorSettingsOf(options);
  if (mirror === null) {
    return definePlugin<BillingTypes>({ ...common, models, endpoints: webhookCalls });
  }
  return definePlugin<MirrorTypes>({
    ...common,
    pages: pagesOf(mirror),
    models: [...models, ...mirrorTables, ...saleTables(options)],
    extends: { [webhookEventModel.name]: { columns: previousColumns } },
    endpoints: callsOf(mirror),
    ...needsOf(options),
    hooks: hooksOf(mirror, options),
  });
}
