import type { SchemaIssue } from "@keyhold/billing-schema";
import { BillingProviderError, type BillingProviderReason } from "../provider/error.js";
import { retryAfterIn } from "../provider/exchange.js";

/** The error of an answer. `isWrite`: whether the request may have had an effect. */
export function errorOf(call: string, response: Response, body: unknown, isWrite: boolean): BillingProviderError {
  const { status } = response;
  const issues = issuesIn(body);
  const retryAfterSeconds = retryAfterIn(response);
  const reason = reasonOf(status, body, issues);
  // Each other answer proves that the request had no effect.
  const mayHaveHappened = reason === "unavailable" && isWrite;
  return new BillingProviderError(call, { reason, status, issues, retryAfterSeconds, mayHaveHappened });
}

function reasonOf(status: number, body: unknown, issues: readonly SchemaIssue[]): BillingProviderReason {
  switch (status) {
    case 400:
      return "invalid";
    case 401:
      return "unauthorized";
    case 402:
      return "payment-failed";
    case 403:
      return Object(body).error === "AlreadyCanceledSubscription" ? "conflict" : "unauthorized";
    case 404:
      return "not-found";
    case 409:
      return "locked";
    case 422:
      return issues.some(isTaken) ? "conflict" : "invalid";
    case 429:
      return "rate-limited";
    default:
      return "unavailable";
  }
}

/** The address or the external id of another customer: the provider has no status of its own for that. */
const isTaken = ({ path, message }: SchemaIssue): boolean =>
  (path.at(-1) === "email" || path.at(-1) === "external_id") && /already exists/i.test(message);

function issuesIn(body: unknown): readonly SchemaIssue[] {
  const detail: unknown = Object(body).detail;
  if (!Array.isArray(detail)) return [];
  return detail.map((issue: unknown) => {
    const { loc, msg } = Object(issue);
    const path = Array.isArray(loc) ? loc.filter((step) => typeof step === "string" || typeof step === "number") : [];
    return { path: path[0] === "body" ? path.slice(1) : path, message: String(msg) };
  });
}
