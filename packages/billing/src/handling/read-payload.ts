import type { JsonObject } from "@keyhold/billing-schema";
import type { BillingSettings } from "../options.js";

/** The payload of a delivery as an event of `billing-schema`. Throws a `BillingProviderError` if the provider is away. */
export const readPayload = async (
  { provider }: Pick<BillingSettings, "provider">,
  payload: JsonObject,
): Promise<JsonObject> => provider?.webhooks?.read(payload) ?? payload;
