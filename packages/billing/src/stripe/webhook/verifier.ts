import {
  bodyBytes,
  type DeliveryHeaders,
  payloadOf,
  secretsOf,
  systemClock,
  WebhookVerificationError,
  type WebhookVerifier,
  type WebhookVerifierOptions,
} from "@keyhold/billing-schema/webhook";
import { candidatesIn, matches, signingKey } from "./signature.js";

const header = "stripe-signature";

/**
 * Verifies deliveries by Stripe's scheme: the header has the time `t` and signatures `v1`, HMAC-SHA256 of the time and
 * the body. The id of a delivery is the id of the event in the signed body.
 *
 * @see https://docs.stripe.com/webhooks#verify-manually
 */
export function stripeVerifier({
  secret,
  toleranceSeconds = 300,
  now = systemClock,
}: WebhookVerifierOptions): WebhookVerifier {
  const secrets = secretsOf(secret);
  if (!Number.isSafeInteger(toleranceSeconds) || toleranceSeconds < 0) {
    throw new TypeError("toleranceSeconds: not a whole number of seconds from 0 up.");
  }
  // Never the promise: on Cloudflare Workers it would hang for others if its request is cancelled.
  let imported: readonly CryptoKey[] | undefined;
  const check = (headers: DeliveryHeaders): Signed => {
    const signed = signedIn(headers);
    if (signed.candidates.length === 0) throw mismatch("There is no v1 signature in the stripe-signature header.");
    checkAge(Math.floor(now() / 1000) - Number(signed.timestamp), toleranceSeconds);
    return signed;
  };
  return {
    checkHeaders: (headers) => void check(headers),
    verify: async ({ headers, body }) => {
      const bytes = bodyBytes(body).slice();
      const { timestamp, candidates } = check(headers);
      const keys = imported ?? (await Promise.all(secrets.map(signingKey)));
      imported = keys;
      if (!(await matches(keys, candidates, { timestamp, body: bytes }))) {
        throw mismatch(
          "No v1 signature matches: the secret is of another endpoint, or the body was parsed and written again before verification.",
        );
      }
      const payload = payloadOf(bytes);
      const { id } = payload;
      if (typeof id !== "string" || !/^[!-z|}~]{1,255}$/.test(id)) {
        throw new WebhookVerificationError("WEBHOOK_BODY_INVALID", "The body has no id of an event.");
      }
      return { id, sentAt: new Date(Number(timestamp) * 1000), payload };
    },
  };
}

interface Signed {
  /** Seconds since 1970 as text, because the signature covers these digits. */
  readonly timestamp: string;
  readonly candidates: readonly string[];
}

function signedIn(headers: DeliveryHeaders): Signed {
  const value = signatureHeader(headers);
  if (value === "") {
    throw new WebhookVerificationError(
      "WEBHOOK_HEADERS_MISSING",
      "No stripe-signature header: this is no webhook of Stripe, or something on the way dropped it.",
    );
  }
  const times = value.split(",").flatMap((part) => /^\s*t=(.*?)\s*$/.exec(part)?.[1] ?? []);
  const [timestamp = ""] = times;
  if (times.length !== 1 || !/^\d{1,11}$/.test(timestamp)) {
    throw new WebhookVerificationError(
      "WEBHOOK_TIMESTAMP_INVALID",
      "The stripe-signature header does not have one time t in seconds since 1970, written in 1 to 11 digits.",
    );
  }
  return { timestamp, candidates: candidatesIn(value) };
}

/** "" for an absent header. */
function signatureHeader(headers: DeliveryHeaders): string {
  const isIterable = typeof Object(headers)[Symbol.iterator] === "function";
  const entries = (isIterable ? [...(headers as Iterable<unknown>)] : Object.entries(Object(headers))) as unknown[];
  const values = entries.flatMap((entry) => {
    const [name, value]: readonly unknown[] = Array.isArray(entry) ? entry : [];
    return String(name).toLowerCase() === header ? [value].flat() : [];
  });
  if (values.length > 1) {
    throw new WebhookVerificationError("WEBHOOK_HEADERS_INVALID", `The ${header} header is there more than once.`);
  }
  const [value = ""] = values;
  return typeof value === "string" ? value : "";
}

const mismatch = (message: string): WebhookVerificationError =>
  new WebhookVerificationError("WEBHOOK_SIGNATURE_MISMATCH", message);

/** Tests for the allowed range, so a clock without a number allows no delivery. */
function checkAge(ageSeconds: number, toleranceSeconds: number): void {
  if (Math.abs(ageSeconds) <= toleranceSeconds) return;
  const isAhead = ageSeconds < 0;
  throw new WebhookVerificationError(
    isAhead ? "WEBHOOK_TIMESTAMP_TOO_NEW" : "WEBHOOK_TIMESTAMP_TOO_OLD",
    `The time of the signature is ${Math.abs(ageSeconds)} seconds ${isAhead ? "ahead" : "old"}; at most ${toleranceSeconds} are allowed: check this server's clock.`,
  );
}
