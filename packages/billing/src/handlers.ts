import { type WebhookContext, type WebhookHandlers, webhookHandlers } from "@keyhold/billing-schema/webhook";
import type { Context, TxContext } from "@keyhold/core/plugin";
import type { UpsertIfNewer } from "./upsert-if-newer.js";

/** What the work of a `commit` gets: the context of its transaction. */
export interface BillingTxContext extends TxContext {
  readonly upsertIfNewer: UpsertIfNewer;
}

/** What a handler gets beside the event. */
export interface BillingContext extends WebhookContext {
  /** The auth that the webhook belongs to: its database, its clock. */
  readonly auth: Context;
  /**
   * Runs work in one transaction with the note that this handler is done with this event. Whatever the process does
   * after it or dies of before it, the work was done once or not at all. The work may run again after a deadlock, so it
   * must have no effect but on `tx`. A handler commits once, everything.
   *
   * @throws LeaseLost when another delivery has taken the event over: nothing was written; Error for a second commit
   */
  commit<Result>(work: (tx: BillingTxContext) => Promise<Result>): Promise<Result>;
}

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
