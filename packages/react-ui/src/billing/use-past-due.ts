import { type ActionState, useAction } from "../form/use-action.js";
import { dateOf } from "./read-entities.js";
import type { BillingOwner } from "./types.js";
import { useOwnerState } from "./use-owner-state.js";
import { usePortal } from "./use-portal.js";

/** A failed payment of an owner. */
export interface PastDueState extends ActionState {
  readonly isPastDue: boolean;
  /** Until when features stay unlocked; null: no feature does, or not known. */
  readonly until: Date | null;
  /** Whether a feature is locked until the payment. */
  readonly isLocked: boolean;
  readonly openPortal: () => Promise<boolean>;
}

/**
 * Whether a payment of an owner has failed, and until when features stay unlocked.
 *
 * @example const { isPastDue, until, openPortal } = usePastDue(owner);
 */
export function usePastDue(owner: BillingOwner): PastDueState {
  const { data } = useOwnerState(owner);
  const { run, reset: _, ...action } = useAction();
  const openPortal = usePortal(owner, run);
  const ids = new Set(data?.pastDue.map(({ id }) => id));
  const verdicts = Object.values(data?.entitlements ?? {});
  // Of the failed subscriptions only: an organization of the user may have others.
  const ends = verdicts.flatMap((verdict) => {
    if (!verdict.has || verdict.because !== "grace" || !ids.has(verdict.source)) return [];
    // A copy of an answer, e.g. in the HTML of a page, has texts.
    const until = dateOf(verdict.until);
    return until ? [until.getTime()] : [];
  });
  return {
    isPastDue: ids.size > 0,
    until: ends.length > 0 ? new Date(Math.min(...ends)) : null,
    isLocked: verdicts.some(({ because }) => because === "past-due"),
    openPortal,
    ...action,
  };
}
