import type { Unknown } from "@keyhold/billing-schema";

interface Of {
  /** The event's id at the provider. */
  readonly id: string;
  /** e.g. "order.paid"; empty where there is none that is a name. */
  readonly eventType: string;
}

/** What listeners hear of the provider's events. */
export type BillingPluginEvent =
  /** Every handler has come to its end. */
  | ({ readonly type: "webhook.handled"; readonly attempt: number } & Of)
  /** The signature, the time or the form of a delivery is wrong: somebody guesses, or the secret is not the one. Of each code one in ten seconds. */
  | { readonly type: "webhook.refused"; readonly code: string; readonly reason: string }
  /** A type that this version does not know; only handlers of `*` get it. */
  | ({ readonly type: "webhook.unknown"; readonly hasHandler: boolean } & Of)
  /** Signed, but not what the contract says. Its body is kept, so that `auth.api.retryUndecodableEvents()` can read it after an upgrade. */
  | ({ readonly type: "webhook.undecodable"; readonly reason: string } & Of)
  /** The body of an undecodable event is not kept: it is too large, or too many are kept already. The provider still has it. */
  | { readonly type: "webhook.unkept"; readonly id: string; readonly reason: "too large" | "too many" }
  /** It has something that this version does not know; handlers got it all the same. */
  | ({ readonly type: "webhook.drifted"; readonly unknowns: readonly Unknown[] } & Of)
  /** A handler failed, or for null the ledger; the provider will send it again. */
  | ({ readonly type: "webhook.failed"; readonly handler: string | null } & Of);
