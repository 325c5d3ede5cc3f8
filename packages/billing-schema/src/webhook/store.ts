/** What became of an event. */
export type Settlement =
  | { readonly status: "handled" }
  /** No handler can read it: it will not get better by sending it again. */
  | { readonly status: "undecodable"; readonly error: string }
  /** No handler took it: its type is new, or nobody wants it yet. */
  | { readonly status: "unhandled" }
  /** A handler failed: the provider is to send it again. */
  | { readonly status: "failed"; readonly error: string };

/** An event that is this delivery's to handle, until its lease ends. */
export interface Claim {
  readonly id: string;
  /** Tells this claim from earlier and later ones of the same event. */
  readonly lease: string;
  /** 1 for the first delivery that came to be handled. */
  readonly attempt: number;
  /** The handlers that earlier deliveries brought to their end. */
  readonly done: ReadonlySet<string>;
}

export type Claimed =
  | { readonly outcome: "claimed"; readonly claim: Claim }
  /** It was handled before. What was unhandled or undecodable is not: after an upgrade it may be sent again by hand. */
  | { readonly outcome: "settled" }
  /** Another delivery is at work on it. */
  | { readonly outcome: "busy"; readonly retryAfterSeconds: number };

/** Remembers events, so that each is handled once, by however many processes. Every verb is atomic. */
export interface WebhookStore {
  /** Of many callers one gets the claim. A claim whose lease has run out, of a process that died, goes to the next. */
  claim(event: { readonly id: string; readonly type: string; readonly leaseSeconds: number }): Promise<Claimed>;
  /** Keeps the lease for as long again; false when it was lost. */
  renew(claim: Claim, leaseSeconds: number): Promise<boolean>;
  /** Notes that a handler came to its end; false when the lease was lost. */
  markDone(claim: Claim, handler: string): Promise<boolean>;
  /** Ends the claim; false when the lease was lost. */
  settle(claim: Claim, settlement: Settlement): Promise<boolean>;
}
