import {
  type ReceiveOptions,
  receive,
  type WebhookReport,
  type WebhookVerifier,
  webhookVerifier,
} from "@keyhold/billing-schema/webhook";
import { accepted, type Context, eventsFor, isStorageUnavailable, ok } from "@keyhold/core";
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
    const failures: Failure[] = [];
    const answer = await receive(signed, optionsOf(ctx, settings, failures));
    const { body, headers } = answer;
    if ("status" in body) {
      forgetWhenDue(ctx, settings.webhook.rememberDays);
      return answer.status === 202 ? accepted({ status: body.status }) : ok({ status: body.status });
    }
    const { code, message } = body.error;
    const [failure] = failures;
    if (failure?.error instanceof LeaseLost) return fail("WEBHOOK_LEASE_LOST");
    // The door knows what to answer when the database is away, in the ledger or in a handler.
    if (failure && (failure.handler === null || isStorageUnavailable(failure.error))) throw failure.error;
    if (!isCode(code)) throw new Error(message);
    const retryAfter = headers["retry-after"];
    return fail(code, {
      message,
      cause: failure && (failure.error ?? new Error(`${failure.handler} threw nothing.`)),
      headers: retryAfter === undefined ? {} : { "retry-after": retryAfter },
    });
  },
});

const isCode = (code: string): code is BillingErrorCode => Object.hasOwn(billingErrors, code);

type Failure = Extract<WebhookReport, { readonly kind: "failed" }>;

const tell = eventsFor<BillingPluginEvent>();

const verifiers = new WeakMap<Context, WebhookVerifier>();

/** One per auth, so that the keys of its secrets are made once. */
function verifierOf(ctx: Context, { secret, toleranceSeconds }: BillingSettings["webhook"]): WebhookVerifier {
  const verifier = verifiers.get(ctx) ?? webhookVerifier({ secret, toleranceSeconds, now: () => ctx.now().getTime() });
  verifiers.set(ctx, verifier);
  return verifier;
}

function optionsOf(
  ctx: Context,
  { webhook: settings }: BillingSettings,
  failures: Failure[],
): ReceiveOptions<BillingContext> {
  return {
    verifier: verifierOf(ctx, settings),
    handlers: untilCommitted(settings.handlers),
    store: webhookStore(ctx),
    leaseSeconds: settings.leaseSeconds,
    undecodable: settings.undecodable,
    contextOf: (base, claim, handler) => ({ ...base, auth: ctx, commit: committing(ctx, claim, handler) }),
    report: (report) => {
      if (report.kind === "failed") failures.push(report);
      if (report.kind === "refused" && !isTimeToTell(ctx, report.error.code)) return;
      const event = eventOf(report);
      if (event) tell(ctx, event);
    },
  };
}

/** What of the reports an app may want to hear; the others say what happens every day. */
function eventOf(report: WebhookReport): BillingPluginEvent | null {
  switch (report.kind) {
    case "refused":
      return { type: "webhook.refused", code: report.error.code, reason: report.error.message };
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
