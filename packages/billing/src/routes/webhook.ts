import {
  type DeliveryOutcome,
  handleDelivery,
  type VerifiedDelivery,
  WebhookVerificationError,
  type WebhookVerifier,
} from "@keyhold/billing-schema/webhook";
import { isAuthError } from "@keyhold/core";
import { isStorageUnavailable } from "@keyhold/core/adapter";
import {
  type AuthErrorOptions,
  accepted,
  type Caller,
  type Context,
  ok,
  type SignedDelivery,
} from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { billingErrors, type WebhookErrorCode } from "../errors.js";
import { emit } from "../events.js";
import { handlingOptions } from "../handling/handling-options.js";
import { isHandled, readPayload } from "../handling/read-payload.js";
import type { BillingSettings } from "../options.js";
import { BillingProviderError } from "../provider/error.js";
import { LeaseLost } from "../webhook/commit.js";
import { keepEventBody } from "../webhook/event-body.js";
import { blockOf, countRejected, isCounted, isTimeToEmit } from "../webhook/rejected-deliveries.js";
import { bodyDaysOf, forgetWhenDue, keepsAllBodies } from "../webhook/retention.js";
import { forgetBody, keepBody } from "../webhook/undecodable-event.js";
import { verifierOfProvider } from "../webhook/verifier.js";

/** An event with all embedded entities has some tens of kilobytes. */
const maxBytes = 1024 * 1024;

export const webhook = endpoint({
  route: "POST /billing/webhook",
  hasCall: false,
  access: "public",
  doc: "Takes the events of the payments provider, and runs the handlers of each once.",
  input: z.object({}),
  output: z.object({ status: z.enum(["handled", "duplicate", "unhandled", "undecodable"]) }),
  alsoAnswers: ["accepted"],
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
    "BILLING_PROVIDER_UNAVAILABLE",
  ],
  takesSignedBody: { maxBytes },
  // After 429 for valid events the provider disables the webhook: only failed deliveries are counted.
  limit: null,
  async handle({ ctx, caller, signed }, settings) {
    if (signed === null) throw new TypeError("A webhook is delivered over HTTP.");
    const delivery = await verify(ctx, settings, { ...signed, caller });
    if (delivery instanceof WebhookVerificationError) {
      const { code, message } = delivery;
      if (code === "WEBHOOK_BODY_PARSED") throw delivery;
      return ctx.fail(billingErrors[code], { message });
    }
    const failAs = (code: WebhookErrorCode, more: AuthErrorOptions = {}): never =>
      ctx.fail(billingErrors[code], { message: sentenceOf(code), ...more });
    if (await isHandled(ctx, settings, delivery.id)) return ok({ status: "duplicate" as const });
    const payload = await readPayload(settings, delivery.payload).catch((error: unknown) => away(ctx, delivery, error));
    const outcome = await handleDelivery({ ...delivery, payload }, handlingOptions(ctx, settings));
    if (keepsAllBodies(settings)) await keepOfAll(ctx, settings, { delivery, outcome });
    switch (outcome.kind) {
      case "busy":
        return failAs("WEBHOOK_BUSY", { headers: { "retry-after": String(outcome.retryAfterSeconds) } });
      case "lost":
        return failAs("WEBHOOK_LEASE_LOST");
      case "failed": {
        const { handler, error } = outcome;
        if (error instanceof LeaseLost) return ctx.fail(billingErrors.WEBHOOK_LEASE_LOST);
        // The request pipeline answers when the database is away, in the store or in a handler.
        if (handler === null || isStorageUnavailable(error)) throw error;
        return failAs("WEBHOOK_HANDLER_FAILED", { cause: error ?? new Error(`${handler} threw null or undefined.`) });
      }
      case "handled":
        // An earlier delivery may have been undecodable for an older version.
        if (outcome.attempt > 1) await forgetBody(ctx, delivery.id);
        break;
      case "undecodable":
        await keep(ctx, settings, delivery);
        if (settings.webhook.undecodable === "refuse") return failAs("WEBHOOK_UNDECODABLE");
    }
    forgetWhenDue(ctx, settings);
    const { kind: status } = outcome;
    return status === "handled" || status === "duplicate" ? ok({ status }) : accepted({ status });
  },
});

const retrySeconds = 5;

/** The provider did not answer what its event is about: the provider sends the event again. */
function away(ctx: Context<"BILLING_PROVIDER_UNAVAILABLE">, { id, payload }: VerifiedDelivery, cause: unknown): never {
  if (!(cause instanceof BillingProviderError)) throw cause;
  emit(ctx, { type: "webhook.failed", id, eventType: String(payload.type), handler: null });
  const headers = { "retry-after": String(cause.retryAfterSeconds ?? retrySeconds) };
  return ctx.fail(billingErrors.BILLING_PROVIDER_UNAVAILABLE, { cause, headers });
}

/** The message of the catalogue, as in answers of `webhookReceiver`. */
const sentenceOf = (code: WebhookErrorCode): string => `${billingErrors[code].message}.`;

interface VerifiedBody extends VerifiedDelivery {
  readonly body: Uint8Array;
}

interface Settled {
  readonly delivery: VerifiedBody;
  readonly outcome: DeliveryOutcome;
}

interface Incoming extends SignedDelivery {
  readonly caller: Caller;
}

/**
 * Keeps the body of an event that this delivery has settled. A duplicate has none: the event may be older than the
 * body.
 */
async function keepOfAll(ctx: Context, settings: BillingSettings, { delivery, outcome }: Settled): Promise<void> {
  if (!["handled", "unhandled", "undecodable", "failed"].includes(outcome.kind)) return;
  const reason = await keepEventBody(ctx, delivery, bodyDaysOf(settings));
  // An undecodable event is told of below.
  if (reason !== null && outcome.kind !== "undecodable") emit(ctx, { type: "webhook.unkept", id: delivery.id, reason });
}

/** Keeps the body of an undecodable event for a retry after an upgrade. */
async function keep(ctx: Context, settings: BillingSettings, delivery: VerifiedBody): Promise<void> {
  const reason = await keepBody(ctx, delivery, bodyDaysOf(settings));
  if (reason !== null) emit(ctx, { type: "webhook.unkept", id: delivery.id, reason });
}

/**
 * Checks the headers, and only then reads the body. Emits a failure, and counts it against the client. The error names
 * the fault of the delivery; other errors are thrown, e.g. 429 for a client with too many failures.
 */
async function verify(
  ctx: Context,
  settings: BillingSettings,
  { headers, readBody, caller }: Incoming,
): Promise<VerifiedBody | WebhookVerificationError> {
  const verifier = verifierOf(ctx, settings);
  const block = blockOf(ctx, caller);
  try {
    verifier.checkHeaders(headers);
    const body = await readBody();
    return { ...(await verifier.verify({ headers, body })), body };
  } catch (error) {
    if (error instanceof WebhookVerificationError) {
      const { code, message: reason } = error;
      if (block && isCounted(code)) throw block;
      if (isTimeToEmit(ctx, code)) emit(ctx, { type: "webhook.rejected", code, reason });
      if (isCounted(code)) await countRejected(ctx, caller);
      return error;
    }
    // Too large, or broken off.
    if (isAuthError(error)) {
      if (block) throw block;
      await countRejected(ctx, caller);
    } else emit(ctx, { type: "webhook.failed", id: "", eventType: "", handler: null });
    throw error;
  }
}

const verifiers = new WeakMap<Context, WebhookVerifier>();

/** A single verifier per auth, so the keys of the secrets are made once. */
function verifierOf(
  ctx: Context,
  { provider, webhook: { secret, toleranceSeconds } }: BillingSettings,
): WebhookVerifier {
  const now = (): number => ctx.now().getTime();
  const verifier = verifiers.get(ctx) ?? verifierOfProvider(provider, { secret, toleranceSeconds, now });
  verifiers.set(ctx, verifier);
  return verifier;
}
