import { definePlugin } from "@keyhold/core/plugin";
import { pages } from "./endpoints.js";
import { billingErrors } from "./errors.js";
import { hooksOf } from "./hooks/uses.js";
import { previousColumns } from "./mirror/tables.js";
import { partsOf, webhookCalls } from "./offered.js";
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
export function billing<
  const Product extends string = never,
  const Entitlement extends string = never,
  const Event extends string = never,
>(given: BillingOptions<Product, Entitlement, Event>): MirrorPlugin<Entitlement, Product, Event>;
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
  const { tables, ...parts } = partsOf(options);
  return definePlugin<MirrorTypes>({
    ...common,
    ...parts,
    models: [...models, ...tables],
    extends: { [webhookEventModel.name]: { columns: previousColumns } },
    hooks: hooksOf(mirror, options),
  });
}
