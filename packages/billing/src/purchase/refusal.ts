import { BillingSchemaError, type SchemaIssue } from "@keyhold/billing-schema";
import type { Context } from "@keyhold/core/plugin";
import { billingErrors } from "../errors.js";
import { BillingProviderError, type BillingProviderReason } from "../provider/error.js";

/** What the answer is if the provider has no such thing, and if it says "conflict". */
export interface Meanings<Code extends RefusalCode = RefusalCode> {
  readonly notFound: Code;
  readonly conflict: Code;
}

type RefusalCode =
  | "BILLING_CHECKOUT_NOT_FOUND"
  | "BILLING_CUSTOMER_CONFLICT"
  | "BILLING_CUSTOMER_NOT_FOUND"
  | "BILLING_INPUT_REFUSED"
  | "BILLING_NOT_ALLOWED"
  | "BILLING_ORDER_NOT_FOUND"
  | "BILLING_SUBSCRIPTION_ALREADY_CANCELED"
  | "BILLING_SUBSCRIPTION_NOT_FOUND";

/** The codes that a call of the provider may end with. */
export const providerCodes = [
  "BILLING_INPUT_REFUSED",
  "BILLING_PAYMENT_FAILED",
  "BILLING_PROVIDER_UNAVAILABLE",
  "BILLING_SUBSCRIPTION_LOCKED",
] as const;

/** A code of `providerCodes`. */
export type ProviderCode = (typeof providerCodes)[number];

/** Of a call that names a customer. */
export const ofKnownCustomer = {
  notFound: "BILLING_CUSTOMER_NOT_FOUND",
  conflict: "BILLING_CUSTOMER_CONFLICT",
} as const;

/** The codes that the opening of a checkout may end with. */
export const checkoutCodes = [
  ...providerCodes,
  "BILLING_NOT_ALLOWED",
  "BILLING_PRODUCT_NOT_FOUND",
  "BILLING_CUSTOMER_CONFLICT",
  "TRIAL_ALREADY_USED",
] as const;

/** How long a caller waits if the provider does not say it. */
const retrySeconds = 5;

/**
 * Calls the provider, and ends the request with an error of the catalogue if the provider does not do it. The provider's
 * words are the cause, for the log.
 */
export async function asked<Code extends RefusalCode, T>(
  ctx: Context<Code | ProviderCode>,
  { notFound, conflict }: Meanings<Code>,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    const failing = ctx as unknown as Context<RefusalCode | ProviderCode>;
    if (cause instanceof BillingSchemaError) return refuse(failing, cause.issues, cause);
    if (!(cause instanceof BillingProviderError)) throw cause;
    const codes: Partial<Record<BillingProviderReason, RefusalCode | ProviderCode>> = {
      "not-found": notFound,
      conflict,
      "payment-failed": "BILLING_PAYMENT_FAILED",
      locked: "BILLING_SUBSCRIPTION_LOCKED",
    };
    const code = codes[cause.reason];
    if (code !== undefined) return failing.fail(billingErrors[code], { cause });
    if (cause.reason === "invalid") return refuse(failing, cause.issues, cause);
    const headers = { "retry-after": String(cause.retryAfterSeconds ?? retrySeconds) };
    return failing.fail(billingErrors.BILLING_PROVIDER_UNAVAILABLE, { cause, headers });
  }
}

/** Only the fields: a message may have a value of the provider. */
function refuse(ctx: Context<"BILLING_INPUT_REFUSED">, issues: readonly SchemaIssue[], cause: unknown): never {
  const paths = new Set(issues.map(({ path }) => path.map(nameOf).join(".")));
  return ctx.fail(billingErrors.BILLING_INPUT_REFUSED, {
    cause,
    issues: [...paths].map((path) => ({ path, message: "is refused by the payments provider" })),
  });
}

/** The name of a field in the input, e.g. of "success_url". */
const nameOf = (step: string | number): string =>
  String(step).replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
