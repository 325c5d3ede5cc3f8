/** Why a delivery was refused, for code to read. */
export type WebhookVerificationCode =
  /** One of the three headers is absent or empty. */
  | "WEBHOOK_HEADERS_MISSING"
  /** A header is there twice with different values, or is not of its form. */
  | "WEBHOOK_HEADERS_INVALID"
  /** Not one to eleven digits. */
  | "WEBHOOK_TIMESTAMP_INVALID"
  /** Sent longer ago than is allowed. Known before the signature is checked. */
  | "WEBHOOK_TIMESTAMP_TOO_OLD"
  /** Sent further ahead of this server's clock than is allowed. Known before the signature is checked. */
  | "WEBHOOK_TIMESTAMP_TOO_NEW"
  | "WEBHOOK_SIGNATURE_MISMATCH"
  /** What was given is not the raw body: something read or parsed it before. */
  | "WEBHOOK_BODY_PARSED"
  /** Not UTF-8, not JSON, not an object, or nested beyond reason. */
  | "WEBHOOK_BODY_INVALID";

/** What to answer the sender. */
export type WebhookVerificationStatus = 400 | 403;

/**
 * A delivery that must not be acted on. The message says what to look at; no part of the error has a secret,
 * a signature or any of the body in it.
 */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  readonly code: WebhookVerificationCode;
  /** 403 when the sender may not be who it says, 400 when the request cannot be one of the provider's. */
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
