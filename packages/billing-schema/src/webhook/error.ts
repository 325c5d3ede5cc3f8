/** The machine-readable reason of a rejected delivery. */
export type WebhookVerificationCode =
  /** A header of the three is absent or empty. */
  | "WEBHOOK_HEADERS_MISSING"
  /** A header is there twice with different values, or is malformed. */
  | "WEBHOOK_HEADERS_INVALID"
  /** Not one to eleven digits. */
  | "WEBHOOK_TIMESTAMP_INVALID"
  /** Sent longer ago than is allowed. Known before the signature is checked. */
  | "WEBHOOK_TIMESTAMP_TOO_OLD"
  /** Sent further ahead of this server's clock than is allowed. Known before the signature is checked. */
  | "WEBHOOK_TIMESTAMP_TOO_NEW"
  | "WEBHOOK_SIGNATURE_MISMATCH"
  /** The given value is not the raw body: the body was read or parsed before. */
  | "WEBHOOK_BODY_PARSED"
  /** Not UTF-8, not JSON, not an object, or nested beyond reason. */
  | "WEBHOOK_BODY_INVALID";

/** The status to answer. */
export type WebhookVerificationStatus = 400 | 403;

/**
 * A delivery without a valid signature, time or form. The message says what to check; the error contains no secret, no
 * signature and no part of the body.
 */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  readonly code: WebhookVerificationCode;
  /** 403 if the sender is not verified, 400 if the request cannot be from the provider. */
  readonly status: WebhookVerificationStatus;

  constructor(code: WebhookVerificationCode, message: string) {
    super(message);
    this.code = code;
    this.status = statuses[code];
  }
}

const statuses: { readonly [code in WebhookVerificationCode]: WebhookVerificationStatus } = {
  WEBHOOK_HEADERS_MISSING: 400,
  WEBHOOK_HEADERS_INVALID: 400,
  WEBHOOK_TIMESTAMP_INVALID: 400,
  WEBHOOK_TIMESTAMP_TOO_OLD: 403,
  WEBHOOK_TIMESTAMP_TOO_NEW: 403,
  WEBHOOK_SIGNATURE_MISMATCH: 403,
  WEBHOOK_BODY_PARSED: 400,
  WEBHOOK_BODY_INVALID: 400,
};
