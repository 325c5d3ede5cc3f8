import { bodyBytes, payloadOf } from "./body.js";
import { type Clock, systemClock } from "./clock.js";
import type { Delivery, DeliveryHeaders, VerifiedDelivery } from "./delivery.js";
import { WebhookVerificationError } from "./error.js";
import { type WebhookHeaders, webhookHeaders } from "./headers.js";
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
   * Checks what the headers of a delivery say before its body is read: that all three are there and of their form, that
   * one signature may be a v1 one, and that the time is within the tolerance. Whether the signature matches is not known
   * yet.
   *
   * @throws WebhookVerificationError when the delivery fails whatever its body is
   */
  checkHeaders(headers: DeliveryHeaders): void;
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

  const check = (headers: DeliveryHeaders): CheckedHeaders => {
    const checked = webhookHeaders(headers);
    const candidates = candidatesIn(checked.signature);
    if (candidates.length === 0) throw mismatch("There is no v1 signature in the webhook-signature header.");
    checkAge(Math.floor(now() / 1000) - Number(checked.timestamp), toleranceSeconds);
    return { ...checked, candidates };
  };

  return {
    checkHeaders: (headers) => void check(headers),
    async verify({ headers, body }) {
      const bytes = bodyBytes(body);
      const { id, timestamp, candidates } = check(headers);
      const content = signedContent(id, timestamp, bytes);
      imported ??= Promise.all(keys.map(signingKey));
      await checkSignature(await imported, candidates, content);
      return { id, sentAt: new Date(Number(timestamp) * 1000), payload: payloadOf(content.body) };
    },
  };
}

interface CheckedHeaders extends WebhookHeaders {
  /** The v1 signatures among the list, one or more. */
  readonly candidates: readonly string[];
}

async function checkSignature(
  keys: readonly CryptoKey[],
  candidates: readonly string[],
  content: SignedContent,
): Promise<void> {
  const expected = await Promise.all(keys.map((key) => signatureOf(key, content)));
  if (anyMatches(candidates, expected)) return;
  throw mismatch(
    "No v1 signature matches: the secret is a wrong one, or the body was parsed and written again before verification.",
  );
}

const mismatch = (message: string): WebhookVerificationError =>
  new WebhookVerificationError("WEBHOOK_SIGNATURE_MISMATCH", message);

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
      "If that is right, the delivery was held up, or was sent again.",
  );
}
