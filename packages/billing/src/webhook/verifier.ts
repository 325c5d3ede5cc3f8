import {
  checkSecretLength,
  type WebhookVerifier,
  type WebhookVerifierOptions,
  webhookVerifier,
} from "@keyhold/billing-schema/webhook";
import type { BillingProvider } from "../provider/billing-provider.js";

/** What signs deliveries; null without a provider. */
type Signer = Pick<BillingProvider, "webhooks"> | null;

/** The verifier of the provider's signature. Without a provider, and by default, that of Standard Webhooks. */
export const verifierOfProvider = (provider: Signer, options: WebhookVerifierOptions): WebhookVerifier =>
  (provider?.webhooks?.verifier ?? webhookVerifier)(options);

/** The errors of the verifier, and the one for a secret that is too short. */
export function verifierErrors(
  provider: Signer,
  { secret, toleranceSeconds }: WebhookVerifierOptions,
): readonly string[] {
  try {
    verifierOfProvider(provider, { secret, toleranceSeconds });
    checkSecretLength(secret);
    return [];
  } catch (error) {
    return [`webhook.${error instanceof Error ? error.message : String(error)}`];
  }
}
