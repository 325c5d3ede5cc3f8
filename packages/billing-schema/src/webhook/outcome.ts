import type { BillingSchemaError } from "../schema/error.js";

/** The outcome of a delivery with a verified signature. */
export type DeliveryOutcome =
  /** Every handler completed. */
  | { readonly kind: "handled"; readonly attempt: number }
  /** An earlier delivery handled the event. */
  | { readonly kind: "duplicate" }
  /** The event has no handler. */
  | { readonly kind: "unhandled" }
  /** The event cannot be read. */
  | { readonly kind: "undecodable"; readonly error: BillingSchemaError }
  /** Another delivery is handling the event. At least 1, a whole number. */
  | { readonly kind: "busy"; readonly retryAfterSeconds: number }
  /** The handlers took longer than the lease, and another delivery has taken the event over. */
  | { readonly kind: "lost" }
  /** The thrown error: of the handler with this name; for null, of the store or the context. */
  | { readonly kind: "failed"; readonly handler: string | null; readonly error: unknown };
