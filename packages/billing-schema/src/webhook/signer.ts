import { providerKey, secretsOf, standardKey } from "./secret.js";
import { signatureOf, signedContent, signingKey } from "./signature.js";

/** The input of `signWebhook`: a delivery's id, time and body, and the secret. */
export interface WebhookToSign {
  readonly secret: string;
  readonly id: string;
  readonly sentAt: Date;
  readonly body: string | Uint8Array;
  /**
   * The derivation of the key from the secret: `provider` takes the whole UTF-8, `standard` the base64 after `whsec_`.
   */
  readonly derivation?: "provider" | "standard";
}

/** The headers of a signed delivery, with names in lower case: the id, the seconds since 1970 and the v1 signature. */
export type SignedWebhookHeaders = {
  readonly "webhook-id": string;
  readonly "webhook-timestamp": string;
  readonly "webhook-signature": string;
  readonly "content-type": string;
};

/**
 * The headers of the provider for a body: for tests of webhook receivers.
 *
 * @throws TypeError when the secret is empty or not base64 (with `standard`), or the date is invalid
 */
export async function signWebhook({
  secret,
  id,
  sentAt,
  body,
  derivation = "provider",
}: WebhookToSign): Promise<SignedWebhookHeaders> {
  secretsOf(secret);
  const bytes = derivation === "provider" ? providerKey(secret) : standardKey(secret);
  if (bytes === null)
    throw new TypeError("secret: not base64, but the standard derivation decodes its key from base64.");
  const seconds = Math.floor(sentAt.getTime() / 1000);
  if (Number.isNaN(seconds)) throw new TypeError("sentAt: not a valid date.");
  const timestamp = String(seconds);
  const content = signedContent(id, timestamp, typeof body === "string" ? new TextEncoder().encode(body) : body);
  const signature = await signatureOf(await signingKey(bytes), content);
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
    "content-type": "application/json",
  };
}
