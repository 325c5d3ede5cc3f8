/** The outcome for an event. */
export type Settlement =
  /** All handlers are done; `handler`: the handler just completed by this delivery, not yet recorded. */
  | { readonly status: "handled"; readonly handler?: string }
  /** No handler can read the event: sending it again would not help. */
  | { readonly status: "undecodable"; readonly error: string }
  /** No handler matches: the type is new, or the app does not use the type yet. */
  | { readonly status: "unhandled" }
  /** A handler failed: the provider is to send the event again. */
  | { readonly status: "failed"; readonly error: string };

/** An event claimed by a delivery until the lease ends. */
export interface Claim {
  readonly id: string;
  /** Differs from the leases of earlier and later claims of the event. */
  readonly lease: string;
  /** 1 for the first delivery that claimed the event. */
  readonly attempt: number;
  /** The handlers completed by earlier deliveries. */
  readonly done: ReadonlySet<string>;
}

/** The answer of a store's `claim`: the claim, or the reason against a claim. */
export type Claimed =
  | { readonly outcome: "claimed"; readonly claim: Claim }
  /**
   * The event was handled before. Unhandled and undecodable events are not settled: after an upgrade they may be sent
   * again by hand.
   */
  | { readonly outcome: "settled" }
  /** Another delivery is handling the event. */
  | { readonly outcome: "busy"; readonly retryAfterSeconds: number };

/** Records events, so each is handled once, with any number of processes. Every method is atomic. */
export interface WebhookStore {
  /** Of many callers only one gets the claim; after the lease of a crashed process expires, the next caller does. */
  claim(event: { readonly id: string; readonly type: string; readonly leaseSeconds: number }): Promise<Claimed>;
  /** Keeps the lease for as long again; false when it was lost. */
  renew(claim: Claim, leaseSeconds: number): Promise<boolean>;
  /** Records a completed handler, if others follow; false when the lease was lost. */
  markDone(claim: Claim, handler: string): Promise<boolean>;
  /** Ends the claim; false when the lease was lost. */
  settle(claim: Claim, settlement: Settlement): Promise<boolean>;
}
