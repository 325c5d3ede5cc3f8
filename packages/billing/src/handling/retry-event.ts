import type { JsonObject } from "@keyhold/billing-schema";
import { handleDelivery } from "@keyhold/billing-schema/webhook";
import type { Context } from "@keyhold/core/plugin";
import { emit } from "../events.js";
import type { BillingSettings } from "../options.js";
import { BillingProviderError } from "../provider/error.js";
import { forgetBody } from "../webhook/undecodable-event.js";
import { handlingOptions } from "./handling-options.js";
import { isHandled, readPayload } from "./read-payload.js";

/** What became of an event with a kept body, after its handling. */
export const retryOutcomes = ["handled", "duplicate", "unhandled", "undecodable", "failed", "busy"] as const;

export interface Retried {
  readonly outcome: (typeof retryOutcomes)[number];
  /** The name of the handler that failed; null if the provider did not answer what the event is about. */
  readonly handler: string | null;
}

interface Opened {
  readonly eventId: string;
  readonly sentAt: Date;
  readonly body: string;
}

/**
 * As if the provider had delivered the event again. The body of an undecodable event is kept until the event is
 * handled, or the body expires.
 */
export async function retryEvent(ctx: Context, settings: BillingSettings, opened: Opened): Promise<Retried> {
  const { eventId: id, sentAt, body } = opened;
  if (await isHandled(ctx, settings, id)) {
    await forgetBody(ctx, id);
    return { outcome: "duplicate", handler: null };
  }
  const signed: JsonObject = JSON.parse(body);
  const payload = await readPayload(settings, signed).catch(nullIfAway);
  if (payload === null) {
    emit(ctx, { type: "webhook.failed", id, eventType: String(signed.type), handler: null });
    return { outcome: "failed", handler: null };
  }
  const outcome = await handleDelivery({ id, sentAt, payload }, handlingOptions(ctx, settings));
  switch (outcome.kind) {
    case "handled":
    case "duplicate":
      await forgetBody(ctx, id);
      return { outcome: outcome.kind, handler: null };
    case "failed":
      // An error of the store: other events would fail, too.
      if (outcome.handler === null) throw outcome.error;
      return { outcome: "failed", handler: outcome.handler };
    case "lost":
      return { outcome: "busy", handler: null };
    default:
      return { outcome: outcome.kind, handler: null };
  }
}

function nullIfAway(error: unknown): null {
  if (error instanceof BillingProviderError) return null;
  throw error;
}
