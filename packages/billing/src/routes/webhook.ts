import {
  type DeliverOptions,
  type Delivery,
  handleDelivery,
  type VerifiedDelivery,
  type WebhookReport,
  WebhookVerificationError,
  type WebhookVerifier,
  webhookVerifier,
} from "@keyhold/billing-schema/webhook";
import { type AuthErrorOptions, accepted, type Context, eventsFor, isStorageUnavailable, ok } from "@keyhold/core";
import { z } from "zod";
import { committing, LeaseLost, untilCommitted } from "../commit.js";
import { endpoint } from "../endpoint.js";
import { type BillingErrorCode, billingErrors } from "../errors.js";
import type { BillingPluginEvent } from "../events.js";
import type { BillingContext } from "../handlers.js";
import type { BillingSettings } from "../options.js";
import { isTimeToTell } from "../refusals.js";
import { forgetWhenDue } from "../retention.js";
import { webhookStore } from "../webhook-store.js";

/** An event with everything embedded in it is some tens of kilobytes. */
const mostBytes = 1024 * 1024;

export const webhook = endpoint({
  wire: "POST /billing/webhook",
  access: "public",
  doc: "Takes the events of the payments provider, and runs the handlers of each once.",
  input: z.object({}),
  output: z.object({ status: z.enum(["handled", "duplicate", "unhandled", "undecodable"]) }),
  errors: [
    "WEBHOOK_HEADERS_MISSING",
    "WEBHOOK_HEADERS_INVALID",
    "WEBHOOK_TIMESTAMP_INVALID",
    "WEBHOOK_TIMESTAMP_TOO_OLD",
    "WEBHOOK_TIMESTAMP_TOO_NEW",
    "WEBHOOK_SIGNATURE_MISMATCH",
    "WEBHOOK_BODY_INVALID",
    "WEBHOOK_UNDECODABLE",
    "WEBHOOK_BUSY",
    "WEBHOOK_LEASE_LOST",
    "WEBHOOK_HANDLER_FAILED",
  ],
  takesSignedBody: { mostBytes },
  // A provider whose events are refused for coming too fast switches the webhook off.
  limit: null,
  async handle({ ctx, signed, fail }, settings) {
    if (signed === null) throw new TypeError("A webhook is delivered over HTTP.");
    const delivery = await verify(ctx, settings, signed);
    if (delivery instanceof WebhookVerificationError) {
      const { code, message } = delivery;
      if (code === "WEBHOOK_BODY_PARSED") throw delivery;
      return fail(code, { message });
    }
    const failAs = (code: BillingErrorCode, more: AuthErrorOptions = {}): never =>
      fail(code, { message: sentenceOf(code), ...more });
    const outcome = await handleDelivery(delivery, optionsOf(ctx, settings));
    switch (outcome.kind) {
      case "busy":
        return failAs("WEBHOOK_BUSY", { headers: { "retry-after": String(outcome.retryAfterSeconds) } });
      case "lost":
        return failAs("WEBHOOK_LEASE_LOST");
      case "failed": {
        const { handler, error } = outcome;
        if (error instanceof LeaseLost) return fail("WEBHOOK_LEASE_LOST");
        // The request pipeline answers when the database is away, in the store or in a handler.
        if (handler === null || isStorageUnavailable(error)) throw error;
        return failAs("WEBHOOK_HANDLER_FAILED", { cause: error ?? new Error(`${handler} threw nothing.`) });
      }
      case "undecodable":
        if (settings.webhook.undecodable === "refuse") return failAs("WEBHOOK_UNDECODABLE");
    }
    forgetWhenDue(ctx, settings.webhook.rememberDays);
    const { kind: status } = outcome;
    return status === "handled" || status === "duplicate" ? ok({ status }) : accepted({ status });
  },
});

/** The message of the catalogue as `webhookReceiver` answers it. */
const sentenceOf = (code: BillingErrorCode): string => `${billingErrors[code].message}.`;

const emit = eventsFor<BillingPluginEvent>();

/** Emits what fails. The error that it answers says what is wrong with the delivery; others are thrown. */
async function verify(
  ctx: Context,
  { webhook: settings }: BillingSettings,
  signed: Delivery,
): Promise<VerifiedDelivery | WebhookVerificationError> {
  const verifier = verifierOf(ctx, settings);
  try {
    return await verifier.verify(signed);
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) {
      emit(ctx, { type: "webhook.failed", id: "", eventType: "", handler: null });
      throw error;
    }
    const { code, message: reason } = error;
    if (isTimeToTell(ctx, code)) emit(ctx, { type: "webhook.refused", code, reason });
    return error;
  }
}

const verifiers = new WeakMap<Context, WebhookVerifier>();

/** One per auth, so that the keys of its secrets are made once. */
function verifierOf(ctx: Context, { secret, toleranceSeconds }: BillingSettings["webhook"]): WebhookVerifier {
  const verifier = verifiers.get(ctx) ?? webhookVerifier({ secret, toleranceSeconds, now: () => ctx.now().getTime() });
  verifiers.set(ctx, verifier);
  return verifier;
}

function optionsOf(ctx: Context, { webhook: settings }: BillingSettings): DeliverOptions<BillingContext> {
  const committed = new Set<string>();
  return {
    handlers: untilCommitted(settings.handlers),
    store: webhookStore(ctx, committed),
    leaseSeconds: settings.leaseSeconds,
    contextOf: (base, claim, handler) => ({
      ...base,
      auth: ctx,
      commit: committing(ctx, { claim, committed }, handler),
    }),
    report: (report) => {
      const event = eventOf(report);
      if (event) emit(ctx, event);
    },
  };
}

/** What of the reports an app may want to hear; the others say what happens every day. */
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
