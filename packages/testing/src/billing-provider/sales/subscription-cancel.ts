import { alreadyCanceled } from "../api-error.js";
import type { SubscriptionRow } from "../data/rows.js";
import { type Desk, emit } from "../desk.js";

/** Why a customer cancels. */
export type CancelReason = Pick<SubscriptionRow, "customer_cancellation_reason" | "customer_cancellation_comment">;

export const noReason: CancelReason = { customer_cancellation_reason: null, customer_cancellation_comment: null };

/** Ends a subscription with its period, or takes that back. Throws if the subscription is canceled already. */
export function cancelAtPeriodEnd(desk: Desk, row: SubscriptionRow, isCanceled: boolean, reason = noReason): void {
  if (row.ended_at !== null || (isCanceled && row.cancel_at_period_end)) throw alreadyCanceled();
  desk.store.update("subscriptions", row.id, {
    ...(isCanceled ? reason : noReason),
    cancel_at_period_end: isCanceled,
    canceled_at: isCanceled ? desk.time.stamp() : null,
    ends_at: isCanceled ? row.current_period_end : null,
  });
  emit(desk, "subscription.updated", row.id);
  emit(desk, isCanceled ? "subscription.canceled" : "subscription.uncanceled", row.id);
}
