import type { BillingSchemaError } from "@keyhold/billing-schema";
import type { DeliverOptions, WebhookReport } from "@keyhold/billing-schema/webhook";
import type { Context } from "@keyhold/core/plugin";
import { type BillingPluginEvent, emit } from "../events.js";
import { mirrorStep, notMirrored } from "../mirror/step.js";
import { type BillingSettings, mirrorSettingsOf } from "../options.js";
import { type Committed, committing, untilCommitted } from "../webhook/commit.js";
import type { BillingContext } from "../webhook/handlers.js";
import { webhookStore } from "../webhook/webhook-store.js";

/** The options for a delivery: the handlers, the store, and the events for `onEvent`. */
export function handlingOptions(ctx: Context, billing: BillingSettings): DeliverOptions<BillingContext> {
  const settings = billing.webhook;
  const committed: Committed = { handlers: new Set(), isSettled: false };
  const mirror = mirrorSettingsOf(billing);
  const step = mirror && mirrorStep(ctx, mirror, settings.handlers);
  return {
    handlers: untilCommitted(step?.handlers ?? settings.handlers),
    store: webhookStore(ctx, committed),
    leaseSeconds: settings.leaseSeconds,
    ...(step && { check: step.check }),
    contextOf: async (base, claim, handler) => ({
      ...base,
      ...(step ? await step.mirroredBy(claim) : notMirrored),
      auth: ctx,
      commit: committing(ctx, { claim, committed }, handler),
    }),
    report: (report) => {
      const event = eventOf(report);
      if (event) emit(ctx, event);
      if (report.kind === "undecodable") ctx.advise("webhook", undecodable(report.type, report.error));
    },
  };
}

/** With the first place, and without a value: the event is signed, but is about customers. */
function undecodable(type: string, { issues }: BillingSchemaError): string {
  const place =
    issues[0]?.path
      .join(".")
      .replace(/[^\w.]/g, "?")
      .slice(0, 100) || "its type";
  return `A webhook event "${type}" cannot be decoded at ${place}, and no handler ran. Update @keyhold/billing-schema, then call auth.api.retryUndecodableEvents().`;
}

/** The plugin event for a report; null for reports of daily operation. */
function eventOf(report: WebhookReport): BillingPluginEvent | null {
  switch (report.kind) {
    case "handled":
      return { type: "webhook.handled", id: report.id, eventType: report.type, attempt: report.attempt };
    case "unknown":
      return { type: "webhook.unknown", id: report.id, eventType: report.type, hasHandler: report.hasHandler };
    case "undecodable":
      return { type: "webhook.undecodable", id: report.id, eventType: report.type, reason: report.error.message };
    case "drift":
      return { type: "webhook.drifted", id: report.id, eventType: report.type, unknowns: report.unknowns };
    case "failed":
      return { type: "webhook.failed", id: report.id, eventType: report.type, handler: report.handler };
    default:
      return null;
  }
}
