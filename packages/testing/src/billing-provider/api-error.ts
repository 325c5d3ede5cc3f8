import type { SchemaIssue } from "@keyhold/billing-schema/requests";

/** A wrong value in a request, as the provider reports it. */
export interface Issue {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

/** An error answer of the provider. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly status: number,
    readonly body: object,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(JSON.stringify(body));
  }
}

const named = (status: number, error: string, detail: string): ApiError => new ApiError(status, { error, detail });

export const notFound = (): ApiError => named(404, "ResourceNotFound", "Not found");

export const alreadyCanceled = (): ApiError =>
  named(
    403,
    "AlreadyCanceledSubscription",
    "This subscription is already canceled or will be at the end of the period.",
  );

export const paymentFailed = (): ApiError => named(402, "PaymentFailed", "The payment was declined.");

export const tooHighRefund = (): ApiError => named(400, "RefundAmountTooHigh", "The refund exceeds the paid amount.");

export const refundedAlready = (): ApiError => named(403, "RefundedAlready", "The order is already fully refunded.");

export const unauthorized = (): ApiError =>
  new ApiError(
    401,
    { error: "invalid_token", error_description: "The access token is invalid." },
    { "www-authenticate": 'Bearer error="invalid_token"' },
  );

export const tooManyRequests = (retryAfterSeconds: number): ApiError =>
  new ApiError(
    429,
    { error: "TooManyRequests", detail: "Too many requests." },
    { "retry-after": String(retryAfterSeconds) },
  );

/** 422 with the wrong values. */
export const invalid = (...detail: readonly Issue[]): ApiError =>
  new ApiError(422, { error: "RequestValidationError", detail });

/** 422 about one field of the body. */
export const invalidField = (field: string, msg: string): ApiError =>
  invalid({ loc: ["body", field], msg, type: "value_error" });

/** The issues of a codec. */
export const issuesOf = (issues: readonly SchemaIssue[]): readonly Issue[] =>
  issues.map(({ path, message }) => ({ loc: ["body", ...path], msg: message, type: typeOf(message) }));

function typeOf(message: string): string {
  if (message.startsWith("is missing")) return "missing";
  return message.startsWith("is not a field") ? "extra_forbidden" : "value_error";
}
