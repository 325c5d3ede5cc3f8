import { bodyBytes, payloadOf } from "./body.js";
import { type Clock, systemClock } from "./clock.js";
import type { Delivery, VerifiedDelivery } from "./delivery.js";
import { WebhookVerificationError } from "./error.js";
import { webhookHeaders } from "./headers.js";
import { keysOf, secretsOf, type WebhookSecret } from "./secret.js";
import { anyMatches, candidatesIn, type SignedContent, signatureOf, signedContent, signingKey } from "./signature.js";

export interface WebhookVerifierOptions {
  /** As the provider shows it, prefix included. Several while one is changed for another. */
  readonly secret: WebhookSecret;
  /** How far the time of a delivery may be from this server's, either way. 300 by default. */
  readonly toleranceSeconds?: number;
  readonly now?: Clock;
}

export interface WebhookVerifier {
  /**
   * Tells a delivery of the provider's from any other. That it was not handled before is not proven: the provider
   * tries again with the same `id`, and so can anybody who saw it, while its time is within the tolerance.
   *
   * @throws WebhookVerificationError when it is not to be acted on
   */
  verify(delivery: Delivery): Promise<VerifiedDelivery>;
}

/**
 * Verifies what https://www.standardwebhooks.com specifies, signed with either key that the provider makes of a secret.
 *
 * @throws TypeError when there is no secret, or the tolerance is no count of seconds
 */
export function webhookVerifier({
  secret,
  toleranceSeconds = 300,
  now = systemClock,
}: WebhookVerifierOptions): WebhookVerifier {
  const keys = keysOf(secretsOf(secret));
  if (!Number.isSafeInteger(toleranceSeconds) || toleranceSeconds < 0) {
    throw new TypeError("toleranceSeconds: not a whole number of seconds from 0 up.");
  }
  let imported: Promise<readonly CryptoKey[]> | undefined;

  return {
    async verify({ headers, body }) {
      const nowSeconds = Math.floor(now() / 1000);
      const bytes = bodyBytes(body);
      const { id, timestamp, signature } = webhookHeaders(headers);
      const content = signedContent(id, timestamp, bytes);
      imported ??= Promise.all(keys.map(signingKey));
      await checkSignature(await imported, signature, content);
      // Who cannot sign learns nothing of this server's clock, and a wrong time is known to be the provider's.
      checkAge(nowSeconds - Number(timestamp), toleranceSeconds);
      return { id, sentAt: new Date(Number(timestamp) * 1000), payload: payloadOf(content.body) };
    },
  };
}

async function checkSignature(keys: readonly CryptoKey[], list: string, content: SignedContent): Promise<void> {
  const candidates = candidatesIn(list);
  const expected = await Promise.all(keys.map((key) => signatureOf(key, content)));
  if (anyMatches(candidates, expected)) return;
  throw new WebhookVerificationError(
    "WEBHOOK_SIGNATURE_MISMATCH",
    candidates.length === 0
      ? "There is no v1 signature in the webhook-signature header."
      : "No v1 signature matches: the secret is a wrong one, or the body was parsed and written again before verification.",
  );
}

/** Asks for what is allowed, so that a clock which gives no number allows nothing. */
function checkAge(ageSeconds: number, toleranceSeconds: number): void {
  if (Math.abs(ageSeconds) <= toleranceSeconds) return;
  if (ageSeconds < 0) {
    throw new WebhookVerificationError(
      "WEBHOOK_TIMESTAMP_TOO_NEW",
      `The timestamp is ${-ageSeconds} seconds ahead; at most ${toleranceSeconds} are allowed: check this server's clock.`,
    );
  }
  throw new WebhookVerificationError(
    "WEBHOOK_TIMESTAMP_TOO_OLD",
    `The timestamp is ${ageSeconds} seconds old; at most ${toleranceSeconds} are allowed: check this server's clock. ` +
      "If that is right, the delivery was held up, or somebody sent it again.",
  );
}
