import { type WebhookContext, type WebhookHandlers, webhookHandlers } from "@keyhold/billing-schema/webhook";
import type { Context, TxContext } from "@keyhold/core/plugin";
import type { MirroredEvent } from "../mirror/step.js";
import type { UpsertIfNewer } from "./upsert-if-newer.js";

/** The context of a `commit`'s transaction. */
export interface BillingTxContext extends TxContext {
  readonly upsertIfNewer: UpsertIfNewer;
}

/** The context of a handler. */
export interface BillingContext extends WebhookContext, MirroredEvent {
  /** The webhook's auth: the database, the clock. */
  readonly auth: Context;
  /**
   * Runs work in a single transaction with the record of this handler as done with this event. After a crash of the
   * process at any time, the work was done once or not at all. After a deadlock the work runs again, so the only
   * effects must be on `tx`. A handler commits once, with all writes.
   *
   * @throws LeaseLost when another delivery has taken the event over: no row was written; Error for a second commit
   */
  commit<Result>(work: (tx: BillingTxContext) => Promise<Result>): Promise<Result>;
}

/** The handlers of the webhook's events: made by `billingHandlers`, and given to `billing`. */
export interface BillingHandlers extends WebhookHandlers<BillingContext> {}

/**
 * No handlers yet.
 *
 * @example
 * billingHandlers().on("subscription.*", ({ data }, { commit }) =>
 *   commit((tx) =>
 *     tx.upsertIfNewer(subscriptionModel, { id: data.id, version: versionOf(data), status: String(data.status) }),
 *   ),
 * )
 */
export const billingHandlers = (): BillingHandlers => webhookHandlers<BillingContext>();
