import { bodyBytes, payloadOf } from "./body.js";
import { type Clock, systemClock } from "./clock.js";
import type { Delivery, DeliveryHeaders, VerifiedDelivery } from "./delivery.js";
import { WebhookVerificationError } from "./error.js";
import { type WebhookHeaders, webhookHeaders } from "./headers.js";
import { keysOf, secretsOf, type WebhookSecret } from "./secret.js";
import { anyMatches, candidatesIn, type SignedContent, signatureOf, signedContent, signingKey } from "./signature.js";

/** The options of `webhookVerifier`: the secret, the tolerance in seconds and the clock. */
export interface WebhookVerifierOptions {
  /** As the provider shows the secret, with the prefix. Several secrets during a change. */
  readonly secret: WebhookSecret;
  /** How far the time of a delivery may be from this server's, either way. 300 by default. */
  readonly toleranceSeconds?: number;
  readonly now?: Clock;
}

/** Verifies the provider's deliveries: made by `webhookVerifier`. */
export interface WebhookVerifier {
  /**
   * Checks the headers of a delivery before the body is read: all three are present and well-formed, at least one
   * signature may be a v1 signature, and the time is within the tolerance. Does not verify the signature.
   *
   * @throws WebhookVerificationError when the delivery would fail with any body
   */
  checkHeaders(headers: DeliveryHeaders): void;
  /**
   * Verifies a delivery of the provider. Does not detect replays: the provider retries with an unchanged `id`, and an
   * attacker can send a copy while the time of the copy is within the tolerance.
   *
   * @throws WebhookVerificationError for a missing, malformed or wrong signature, time or body
   */
  verify(delivery: Delivery): Promise<VerifiedDelivery>;
}

/**
 * Verifies deliveries by https://www.standardwebhooks.com, signed with either key that the provider derives from a
 * secret.
 *
 * @throws TypeError when there is no secret, or the tolerance is not a number of seconds
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
  /** The v1 signatures in the list, at least one. */
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

/** Tests for the allowed range, so a clock without a number allows no delivery. */
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
