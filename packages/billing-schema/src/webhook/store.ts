/** The outcome for an event. */
export type Settlement =
  /** All handlers are done; `handler`: the one that this delivery has just completed, to be recorded with the others. */
  | { readonly status: "handled"; readonly handler?: string }
  /** No handler can read it: it will not get better by sending it again. */
  | { readonly status: "undecodable"; readonly error: string }
  /** No handler matches: its type is new, or the app does not use it yet. */
  | { readonly status: "unhandled" }
  /** A handler failed: the provider is to send it again. */
  | { readonly status: "failed"; readonly error: string };

/** An event claimed by one delivery until its lease ends. */
export interface Claim {
  readonly id: string;
  /** Differs from the leases of earlier and later claims of the same event. */
  readonly lease: string;
  /** 1 for the first delivery that claimed the event. */
  readonly attempt: number;
  /** The handlers completed by earlier deliveries. */
  readonly done: ReadonlySet<string>;
}

/** The answer of a store's `claim`: the claim, or the reason against it. */
export type Claimed =
  | { readonly outcome: "claimed"; readonly claim: Claim }
  /**
   * It was handled before. Unhandled and undecodable events are not settled: after an upgrade they may be sent again by
   * hand.
   */
  | { readonly outcome: "settled" }
  /** Another delivery is at work on it. */
  | { readonly outcome: "busy"; readonly retryAfterSeconds: number };

/** Records events, so each is handled once, with any number of processes. Every method is atomic. */
export interface WebhookStore {
  /** Of many callers one gets the claim. After the lease of a crashed process expires, the next caller gets it. */
  claim(event: { readonly id: string; readonly type: string; readonly leaseSeconds: number }): Promise<Claimed>;
  /** Keeps the lease for as long again; false when it was lost. */
  renew(claim: Claim, leaseSeconds: number): Promise<boolean>;
  /** Records a completed handler, if others follow; false when the lease was lost. */
  markDone(claim: Claim, handler: string): Promise<boolean>;
  /** Ends the claim; false when the lease was lost. */
  settle(claim: Claim, settlement: Settlement): Promise<boolean>;
}
