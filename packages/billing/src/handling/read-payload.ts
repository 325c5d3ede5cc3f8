import type { JsonObject } from "@keyhold/billing-schema";
import type { Context } from "@keyhold/core/plugin";
import type { BillingSettings } from "../options.js";
import { webhookEventModel } from "../webhook/webhook-event.js";

/** The payload of a delivery as an event of `billing-schema`. Throws a `BillingProviderError` if the provider is away. */
export const readPayload = async (
  { provider }: Pick<BillingSettings, "provider">,
  payload: JsonObject,
): Promise<JsonObject> => provider?.webhooks?.read(payload) ?? payload;

/** Whether an event was handled before, where its payload would be read from the provider for nothing. */
export async function isHandled(ctx: Context, { provider }: Pick<BillingSettings, "provider">, id: string) {
  if (!provider?.webhooks) return false;
  return (await ctx.db.find(webhookEventModel, { eventId: id }))?.status === "handled";
}
