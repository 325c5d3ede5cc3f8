import type { SchemaIssue } from "@keyhold/billing-schema";
import { BillingProviderError, type BillingProviderReason } from "../provider/error.js";
import { retryAfterIn } from "../provider/exchange.js";

/** The fields of an error of Stripe, see https://docs.stripe.com/api/errors. */
interface Fault {
  readonly type?: unknown;
  readonly code?: unknown;
  readonly param?: unknown;
  readonly message?: unknown;
}

/** What Stripe says of a failure beyond the facts of the port: the cause of the error. */
export class StripeFault extends Error {
  override readonly name = "StripeFault";
  readonly type: string | null;
  readonly code: string | null;
  /** Whether the answer is of an earlier request with the same idempotency key. */
  readonly isReplayed: boolean;

  constructor({ type, code }: Fault, isReplayed: boolean) {
    super(`Stripe answers ${String(code ?? type ?? "an error")}.`);
    this.type = typeof type === "string" ? type : null;
    this.code = typeof code === "string" ? code : null;
    this.isReplayed = isReplayed;
  }
}

/** Whether Stripe repeats the answer to an earlier request with the same idempotency key. */
export const isReplay = ({ headers }: Response): boolean => headers.get("idempotent-replayed") === "true";

/** The error of an answer. `isWrite`: whether the request may have had an effect. */
export function errorOf(call: string, response: Response, body: unknown, isWrite: boolean): BillingProviderError {
  const { status } = response;
  const fault: Fault = Object(Object(body).error);
  const reason = reasonOf(status, fault);
  return new BillingProviderError(call, {
    reason,
    status,
    issues: issuesOf(fault),
    retryAfterSeconds: retryAfterIn(response),
    // Each other answer proves that the request had no effect.
    mayHaveHappened: reason === "unavailable" && isWrite,
    cause: new StripeFault(fault, isReplay(response)),
  });
}

function reasonOf(status: number, { type, code }: Fault): BillingProviderReason {
  if (code === "lock_timeout") return "locked";
  if (type === "idempotency_error") return status === 409 ? "locked" : "conflict";
  switch (status) {
    case 400:
      return "invalid";
    case 401:
    case 403:
      return "unauthorized";
    case 402:
      return "payment-failed";
    case 404:
      return "not-found";
    case 409:
      return "locked";
    case 429:
      return "rate-limited";
    default:
      return "unavailable";
  }
}

/** The names of the port for the parameters of Stripe. */
const names: Readonly<Record<string, string>> = {
  customer: "customer_id",
  cancel_url: "return_url",
  line_items: "products",
  discounts: "discount_id",
};

function issuesOf({ param, message }: Fault): readonly SchemaIssue[] {
  if (typeof param !== "string") return typeof message === "string" ? [{ path: [], message }] : [];
  const path = param.split(/[[\]]+/).filter((step) => step !== "");
  const [first = "", ...rest] = path;
  return [{ path: [names[first] ?? first, ...rest], message: String(message) }];
}
