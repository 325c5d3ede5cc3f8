import { defineErrors } from "@keyhold/core";

/** The errors of the routes, and the webhook's answers to rejected deliveries. The messages of verification errors say more: see `receive`. */
export const billingErrors = defineErrors({
  WEBHOOK_HEADERS_MISSING: { status: 400, message: "A header of the signature is missing" },
  WEBHOOK_HEADERS_INVALID: { status: 400, message: "A header of the signature is not of its form" },
  WEBHOOK_TIMESTAMP_INVALID: { status: 400, message: "The timestamp is no count of seconds" },
  WEBHOOK_TIMESTAMP_TOO_OLD: { status: 403, message: "The timestamp is too old" },
  WEBHOOK_TIMESTAMP_TOO_NEW: { status: 403, message: "The timestamp is too far ahead" },
  WEBHOOK_SIGNATURE_MISMATCH: { status: 403, message: "No signature matches" },
  WEBHOOK_BODY_INVALID: { status: 400, message: "The body is not a JSON object in UTF-8" },
  /** Only with `undecodable: "refuse"`. */
  WEBHOOK_UNDECODABLE: { status: 400, message: "The event is not what the contract says" },
  /** The provider tries again. */
  WEBHOOK_BUSY: { status: 409, message: "Another delivery is at work on the event" },
  WEBHOOK_LEASE_LOST: { status: 409, message: "Another delivery has taken the event over" },
  /** Alike for an owner that does not exist. */
  BILLING_NOT_ALLOWED: { status: 403, message: "You may not use the billing of this owner" },
  /** Of `products`, or the provider's id: only configured products can be bought. */
  BILLING_PRODUCT_NOT_FOUND: { status: 404, message: "There is no such product" },
  /** Alike for the subscription of another owner. */
  BILLING_SUBSCRIPTION_NOT_FOUND: { status: 404, message: "There is no such subscription" },
  /** Alike for the order of another owner. */
  BILLING_ORDER_NOT_FOUND: { status: 404, message: "There is no such order" },
  /** Alike for the checkout of another owner. */
  BILLING_CHECKOUT_NOT_FOUND: { status: 404, message: "There is no such checkout" },
  /** Of the portal: the owner has no customer yet, and no verified address. Of `linkCustomer`: an unknown id. */
  BILLING_CUSTOMER_NOT_FOUND: { status: 404, message: "There is no customer yet" },
  /** The address is that of another customer at the payments provider. */
  BILLING_CUSTOMER_CONFLICT: { status: 409, message: "Another customer has this email address" },
  /** Of the deletion of a user or an organization. */
  BILLING_SUBSCRIPTION_ACTIVE: { status: 409, message: "Cancel the running subscription first" },
  BILLING_SUBSCRIPTION_ALREADY_CANCELED: { status: 409, message: "The subscription is canceled already" },
  /** Another change is at work. */
  BILLING_SUBSCRIPTION_LOCKED: { status: 409, message: "The subscription is being changed" },
  BILLING_PAYMENT_FAILED: { status: 402, message: "The payment failed" },
  /** `issues` has the fields. */
  BILLING_INPUT_REFUSED: { status: 422, message: "The payments provider refuses a value" },
  /** With `Retry-After`. */
  BILLING_PROVIDER_UNAVAILABLE: { status: 503, message: "The payments provider is not available" },
  /** A browser may report the events of `usage.fromBrowser` alone. */
  BILLING_USAGE_NOT_ALLOWED: { status: 403, message: "You may not report this usage" },
  /** Of `auth.api.billing.reserve`; the message names the event. */
  BILLING_UNITS_EXHAUSTED: { status: 402, message: "Not enough units are left" },
  /** Of `auth.api.billing.require`; the message names the entitlement. */
  ENTITLEMENT_REQUIRED: { status: 402, message: "An entitlement is required" },
  /** Of each way to join an organization, with `seats: "limit"`. */
  SEAT_LIMIT_REACHED: { status: 403, message: "Each seat of the organization is taken" },
  /** Of a checkout that asks for a trial, which the owner or the buyer has had. */
  TRIAL_ALREADY_USED: { status: 409, message: "The trial was used already" },
  WEBHOOK_HANDLER_FAILED: { status: 500, message: "The event could not be handled" },
});

/** The codes of `billingErrors`. */
export type BillingErrorCode = keyof typeof billingErrors;

/** The codes of the webhook. */
export type WebhookErrorCode = Extract<BillingErrorCode, `WEBHOOK_${string}`>;
