import type { BillingSchemaError } from "../schema/error.js";
import type { Unknown } from "../schema/unknowns.js";
import type { WebhookVerificationError } from "./error.js";

/** An event of a delivery: its id, and its type as far as it is a name, else "". */
export interface ReportedEvent {
  readonly id: string;
  readonly type: string;
}

/** What the owner of the app may want to know, beside what the provider is told. */
export type WebhookReport =
  /** A signature, a time or a form is wrong: somebody guesses, or the secret is not the one. */
  | { readonly kind: "refused"; readonly error: WebhookVerificationError }
  /** The request is larger than allowed, was read before, or broke off. */
  | { readonly kind: "unread"; readonly reason: "too large" | "unreadable" }
  /** Every handler came to its end. */
  | ({ readonly kind: "handled"; readonly attempt: number } & ReportedEvent)
  /** This version does not know the type; only handlers of `*` get it, if there are any. */
  | ({ readonly kind: "unknown"; readonly hasHandler: boolean } & ReportedEvent)
  /** Signed, but not what the provider's contract says. */
  | ({ readonly kind: "undecodable"; readonly error: BillingSchemaError } & ReportedEvent)
  /** The event has something that this version does not know; handlers get it all the same. */
  | ({ readonly kind: "drift"; readonly unknowns: readonly Unknown[] } & ReportedEvent)
  /** What was thrown; by the handler of this name, or for null by the store, or when the context was made. */
  | ({ readonly kind: "failed"; readonly handler: string | null; readonly error: unknown } & ReportedEvent)
  /** The store could not be asked for a longer lease; the handlers go on. */
  | ({ readonly kind: "unrenewed"; readonly error: unknown } & ReportedEvent)
  /** An earlier delivery handled it. */
  | ({ readonly kind: "duplicate" } & ReportedEvent)
  /** Another delivery is at work on it. */
  | ({ readonly kind: "busy"; readonly retryAfterSeconds: number } & ReportedEvent)
  /** The handlers took longer than the lease, and another delivery has taken the event over. */
  | ({ readonly kind: "lost" } & ReportedEvent);

/** May answer a promise, which is awaited; what it throws is ignored. */
export type ReportWebhook = (report: WebhookReport) => unknown;

// biome-ignore-start lint/suspicious/noConsole: the console is where failures go when the app names no other place.
/** What somebody has to know who reads nothing but the server's log: that events are not handled, and why. */
export const reportToConsole: ReportWebhook = (report) => {
  if (report.kind === "failed") {
    console.error(
      `Webhook ${report.type} ${report.id}: ${report.handler ?? "what remembers events"} failed.`,
      report.error,
    );
  }
  if (report.kind === "undecodable") {
    console.error(`Webhook ${report.type} ${report.id} cannot be read: ${report.error.message}`);
  }
};

// biome-ignore-end lint/suspicious/noConsole: see above.

/** The same, without ever failing: what is reported must not change what is answered. */
export function quietly(report: ReportWebhook = () => undefined): (report: WebhookReport) => Promise<void> {
  return async (about) => {
    try {
      await report(about);
    } catch {
      // There is nobody left to tell.
    }
  };
}
