import { type WebhookContext, type WebhookHandlers, webhookHandlers } from "@keyhold/billing-schema/webhook";
import type { Context, TxContext } from "@keyhold/core";

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
  commit<Result>(work: (tx: TxContext) => Promise<Result>): Promise<Result>;
}

export interface BillingHandlers extends WebhookHandlers<BillingContext> {}

/**
 * No handlers yet.
 *
 * @example
 * billingHandlers().on("order.paid", ({ data }, { id, commit }) =>
 *   commit(async (tx) => {
 *     await tx.db.insert(creditModel, { id, customerId: data.customerId });
 *   }),
 * )
 */
export const billingHandlers = (): BillingHandlers => webhookHandlers<BillingContext>();
