import type { SchemaIssue } from "@keyhold/billing-schema";

/** Why the provider did not do what it was asked. */
export type BillingProviderReason =
  /** There is no such customer, subscription, order or checkout. */
  | "not-found"
  /** The address or the external id belongs to another customer, or the subscription is canceled already. */
  | "conflict"
  /** The provider rejects a value; `issues` says which. */
  | "invalid"
  /** The card was declined. */
  | "payment-failed"
  /** Another request is at work on the subscription. */
  | "locked"
  /** The provider rejects the access token. */
  | "unauthorized"
  /** Too many requests; `retryAfterSeconds` says when to ask again. */
  | "rate-limited"
  /** No answer, or an answer that cannot be read. */
  | "unavailable";

/** The facts of a `BillingProviderError`. */
export interface BillingProviderFacts {
  readonly reason: BillingProviderReason;
  /** The status of the answer; null without an answer. */
  readonly status?: number | null;
  readonly issues?: readonly SchemaIssue[];
  readonly retryAfterSeconds?: number | null;
  readonly mayHaveHappened?: boolean;
  readonly cause?: unknown;
}

/** A call to the provider failed. The message has no value of the request or of the answer, and never the token. */
export class BillingProviderError extends Error {
  override readonly name = "BillingProviderError";
  readonly reason: BillingProviderReason;
  readonly status: number | null;
  /** The wrong values, of "invalid" and "conflict": the path in the request's body, and the provider's message. */
  readonly issues: readonly SchemaIssue[];
  readonly retryAfterSeconds: number | null;
  /** Whether the provider may have done it nevertheless: ask before you repeat the call. */
  readonly mayHaveHappened: boolean;

  constructor(call: string, facts: BillingProviderFacts) {
    const { reason, status = null, issues = [], retryAfterSeconds = null, mayHaveHappened = false, cause } = facts;
    const fields = issues.map(({ path }) => path.join(".")).join(", ");
    super(`${call}: ${reason}${status === null ? "" : ` (${status})`}${fields && `: ${fields}`}`, { cause });
    this.reason = reason;
    this.status = status;
    this.issues = issues;
    this.retryAfterSeconds = retryAfterSeconds;
    this.mayHaveHappened = mayHaveHappened;
  }
}

const maxFailures = 3;

/**
 * Whether work for many owners goes on after failures: a single owner's failure must not stop the work for the others.
 * `failures`: in a row.
 */
export const goesOnAfter = ({ reason }: BillingProviderError, failures: number): boolean =>
  reason !== "unauthorized" && reason !== "rate-limited" && failures < maxFailures;
