import type { BillingSchemaError } from "../schema/error.js";
import type { Unknown } from "../schema/unknowns.js";
import type { WebhookVerificationError } from "./error.js";

/** An event of a delivery: the id, and the type if the type is a name, else "". */
export interface ReportedEvent {
  readonly id: string;
  readonly type: string;
}

/** A report to the app's owner, beside the answer to the provider. */
export type WebhookReport =
  /** A signature, a time or a form is wrong: a client guesses, or the configured secret is wrong. */
  | { readonly kind: "rejected"; readonly error: WebhookVerificationError }
  /** The request is larger than allowed, was read before, or broke off. */
  | { readonly kind: "unread"; readonly reason: "too large" | "unreadable" }
  /** Every handler completed. */
  | ({ readonly kind: "handled"; readonly attempt: number } & ReportedEvent)
  /** This version does not know the type; only handlers of `*` get the event, if there are any. */
  | ({ readonly kind: "unknown"; readonly hasHandler: boolean } & ReportedEvent)
  /** Signed, but against the provider's contract. */
  | ({ readonly kind: "undecodable"; readonly error: BillingSchemaError } & ReportedEvent)
  /** Parts of the event are unknown to this version; handlers still get the event. */
  | ({ readonly kind: "drift"; readonly unknowns: readonly Unknown[] } & ReportedEvent)
  /** The thrown error: of the handler with this name; for null, of the store or the context. */
  | ({ readonly kind: "failed"; readonly handler: string | null; readonly error: unknown } & ReportedEvent)
  /** The store failed to renew the lease; the handlers go on. */
  | ({ readonly kind: "unrenewed"; readonly error: unknown } & ReportedEvent)
  /** An earlier delivery handled the event. */
  | ({ readonly kind: "duplicate" } & ReportedEvent)
  /** Another delivery is handling the event. */
  | ({ readonly kind: "busy"; readonly retryAfterSeconds: number } & ReportedEvent)
  /** The handlers took longer than the lease, and another delivery has taken the event over. */
  | ({ readonly kind: "lost" } & ReportedEvent);

/** May answer a promise, which is awaited; errors are ignored. */
export type ReportWebhook = (report: WebhookReport) => unknown;

// biome-ignore-start lint/suspicious/noConsole: the console is the default for failures.
/** Writes failed and undecodable events to the console, the least that a server's log needs. */
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

/** The report function without errors: a report must not change the answer. */
export function quietly(report: ReportWebhook = () => undefined): (report: WebhookReport) => Promise<void> {
  return async (about) => {
    try {
      await report(about);
    } catch {
      // A failed report is dropped.
    }
  };
}
