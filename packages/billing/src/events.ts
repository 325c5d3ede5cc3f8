import type { Unknown } from "@keyhold/billing-schema";
import { eventsFor, type TxContext } from "@keyhold/core/plugin";
import type { BillingOwner } from "./provider/owner.js";

interface Of {
  /** The event's id at the provider. */
  readonly id: string;
  /** e.g. "order.paid"; empty if the type is not a name. */
  readonly eventType: string;
}

/** The plugin's events for `onEvent`. */
export type BillingPluginEvent =
  /** Every handler completed. */
  | ({ readonly type: "webhook.handled"; readonly attempt: number } & Of)
  /**
   * The signature, the time or the form of a delivery is wrong: a client guesses, or the configured secret is wrong. At
   * most one event in ten seconds per code.
   */
  | { readonly type: "webhook.rejected"; readonly code: string; readonly reason: string }
  /** A type unknown to this version; only handlers of `*` get it. */
  | ({ readonly type: "webhook.unknown"; readonly hasHandler: boolean } & Of)
  /**
   * Signed, but against the contract. The body is kept, so `auth.api.retryUndecodableEvents()` can decode the event
   * after an upgrade.
   */
  | ({ readonly type: "webhook.undecodable"; readonly reason: string } & Of)
  /**
   * The body of an undecodable event is not kept: too large, or too many are kept already. The provider still has the
   * event.
   */
  | { readonly type: "webhook.unkept"; readonly id: string; readonly reason: "too large" | "too many" }
  /** Parts of the event are unknown to this version; handlers still got the event. */
  | ({ readonly type: "webhook.drifted"; readonly unknowns: readonly Unknown[] } & Of)
  /** A row of the mirror has a status that is unknown to this version. The row is kept, and is not active. */
  | { readonly type: "mirror.drifted"; readonly model: string; readonly id: string; readonly status: string }
  /**
   * Asking the provider has changed a row of the mirror: an event is missing. `columns`: what differed; null for a row
   * that was missing; empty for an entity that the provider no longer has.
   */
  | {
      readonly type: "mirror.repaired";
      readonly model: string;
      readonly id: string;
      readonly columns: readonly string[] | null;
    }
  /**
   * An answer of the provider has a value that no database stores, e.g. a date after the year 9999: no row of the entity is
   * written. An event with such a value is `webhook.undecodable`.
   */
  | { readonly type: "mirror.skipped"; readonly model: string; readonly id: string; readonly column: string }
  /** A customer of an owner was made at the provider, or a customer from before became the owner's. */
  | ({ readonly type: "customer.linked"; readonly customerId: string } & BillingOwner)
  /** Another customer at the provider has the address of an owner. Link the two by `linkCustomer`, if they are the same. */
  | ({ readonly type: "customer.conflict" } & BillingOwner)
  /** A checkout was opened for an owner; it need not be paid. */
  | ({
      readonly type: "checkout.opened";
      readonly checkoutId: string;
      readonly productIds: readonly string[];
    } & BillingOwner)
  /** An owner has an entitlement that the owner had not: told once per change, in any order of events. */
  | ({ readonly type: "entitlement.gained"; readonly entitlement: string } & BillingOwner)
  /** An owner no longer has an entitlement: it ended, was refunded, or its time is over. */
  | ({ readonly type: "entitlement.lost"; readonly entitlement: string } & BillingOwner)
  /** The provider has rejected tracked usage: it is set aside with the reason. `id`: the event's own id at the provider. */
  | ({
      readonly type: "usage.refused";
      readonly id: string;
      readonly event: string;
      readonly reason: string;
    } & BillingOwner)
  /**
   * The provider may have counted a batch of usage, or not, and does not recognize repeated usage: the batch is set
   * aside. Look at the provider, and then call `auth.api.billing.settleUsage()`.
   */
  | { readonly type: "usage.held"; readonly batch: string; readonly events: number }
  /** At the provider the seats of an organization's subscription are those of its members, `seats` of them. */
  | {
      readonly type: "seats.synced";
      readonly organizationId: string;
      readonly subscriptionId: string;
      readonly seats: number;
    }
  /**
   * An organization has more members than seats: told once, until it has enough seats again. No member is removed, and
   * with `seats: "limit"` no user joins.
   */
  | {
      readonly type: "seats.exceeded";
      readonly organizationId: string;
      readonly members: number;
      readonly seats: number;
    }
  /**
   * The trial of a subscription ends in `trial.warnDays` days: told once by the hourly work. `isCanceled`: the
   * subscription ends with the trial, and nothing is paid.
   */
  | ({
      readonly type: "trial.ending";
      readonly subscriptionId: string;
      readonly productId: string;
      readonly endsAt: Date;
      readonly isCanceled: boolean;
    } & BillingOwner)
  /** A handler failed, or for null the webhook store; the provider will send the event again. */
  | ({ readonly type: "webhook.failed"; readonly handler: string | null } & Of);

/** Emits an event; inside a transaction, after the commit. */
export const emit: (ctx: Pick<TxContext, "emit">, event: BillingPluginEvent) => void = eventsFor<BillingPluginEvent>();
