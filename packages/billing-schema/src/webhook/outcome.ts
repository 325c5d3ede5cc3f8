import type { BillingSchemaError } from "../schema/error.js";

/** What became of a delivery whose signature was verified. */
export type DeliveryOutcome =
  /** Every handler came to its end. */
  | { readonly kind: "handled"; readonly attempt: number }
  /** An earlier delivery handled the event. */
  | { readonly kind: "duplicate" }
  /** The event has no handler. */
  | { readonly kind: "unhandled" }
  /** The event cannot be read. */
  | { readonly kind: "undecodable"; readonly error: BillingSchemaError }
  /** Another delivery is at work on the event. At least 1, a whole number. */
  | { readonly kind: "busy"; readonly retryAfterSeconds: number }
  /** The handlers took longer than the lease, and another delivery has taken the event over. */
  | { readonly kind: "lost" }
  /** What was thrown: by the handler of this name, or for null by the store, or when the context was made. */
  | { readonly kind: "failed"; readonly handler: string | null; readonly error: unknown };
