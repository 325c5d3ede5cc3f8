import type { ProviderWebhooks } from "../../provider/billing-provider.js";
import type { Wire } from "../wire.js";
import { readEvent } from "./read-event.js";
import { stripeVerifier } from "./verifier.js";

/** Stripe's signature, and Stripe's events in the form of `billing-schema`. */
export const webhooksOf = (wire: Wire): ProviderWebhooks => ({
  verifier: stripeVerifier,
  read: (payload) => readEvent(wire, payload),
});
