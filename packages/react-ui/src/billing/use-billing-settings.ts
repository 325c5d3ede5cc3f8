import { useMemo, useState } from "react";
import { useUI } from "../context.js";
import { type ActionState, useAction } from "../form/use-action.js";
import { type Loading, useLoading } from "../lists/loading.js";
import type { Pages } from "../lists/use-pages.js";
import { billing as english } from "../texts/en/billing.js";
import { useTexts } from "../texts/use-texts.js";
import { useFormat } from "./format.js";
import { subscriptionOf } from "./read-entities.js";
import type { BillingOwner, Order, Subscription } from "./types.js";
import { useOrders } from "./use-orders.js";
import { useOwnerState } from "./use-owner-state.js";
import { usePortal } from "./use-portal.js";

/** The state of the plan of an owner. */
export interface BillingSettingsState extends ActionState {
  readonly loading: Loading;
  /** What runs, and what has a failed payment. */
  readonly subscriptions: readonly Subscription[];
  readonly orders: Pages<Order>;
  /** Whether the owner is known to the payments provider: else there is no page to open. */
  readonly isCustomer: boolean;
  /** The subscription that the user is asked about before the cancellation; null: no question. */
  readonly asking: Subscription | null;
  readonly askToCancel: (subscription: Subscription) => void;
  /** Cancels the subscription of the question, at the end of the paid period. */
  readonly cancel: () => Promise<boolean>;
  readonly dismiss: () => void;
  /** Takes a cancellation back. */
  readonly keep: (subscription: Subscription) => Promise<boolean>;
  readonly openPortal: () => Promise<boolean>;
  readonly openInvoice: (order: Order) => Promise<boolean>;
}

/**
 * The state and the handlers of the plan of an owner, without markup: the subscriptions, the cancellation, the page of
 * the payments provider, and the orders. The owner must allow `read`.
 *
 * @example const { subscriptions, askToCancel, keep, openPortal } = useBillingSettings(owner);
 */
export function useBillingSettings(owner: BillingOwner): BillingSettingsState {
  const { client } = useUI();
  const texts = useTexts("billing", english);
  const { day } = useFormat();
  const bought = useOwnerState(owner);
  const { data } = bought;
  const loading = useLoading(bought);
  const orders = useOrders(owner, data?.asOf);
  const { run, reset, ...action } = useAction();
  const openPortal = usePortal(owner, run);
  const [asking, setAsking] = useState<Subscription | null>(null);
  const subscriptions = useMemo(
    () => (data ? [...data.subscriptions, ...data.pastDue].map(subscriptionOf) : []),
    [data],
  );

  function ask(subscription: Subscription | null): void {
    reset();
    setAsking(subscription);
  }

  async function cancel(): Promise<boolean> {
    if (!asking) return false;
    const { id: subscriptionId, periodEnd } = asking;
    const isCanceled = await run("cancel", {
      errors: texts.codes,
      done: periodEnd ? texts.canceledUntil(day(periodEnd)) : texts.isCanceled,
      call: async () => (await client.billing.subscription.cancel({ subscriptionId, at: "period-end" })).error,
    });
    if (isCanceled) setAsking(null);
    return isCanceled;
  }

  const keep = ({ id: subscriptionId }: Subscription): Promise<boolean> =>
    run(subscriptionId, {
      errors: texts.codes,
      done: texts.kept,
      call: async () => (await client.billing.subscription.uncancel({ subscriptionId })).error,
    });

  const openInvoice = ({ id: orderId }: Order): Promise<boolean> =>
    run(orderId, {
      errors: texts.codes,
      async call() {
        const { data, error } = await client.billing.orders.invoice({ orderId });
        if (data) location.assign(data.url);
        return error;
      },
    });

  return {
    ...{ loading, subscriptions, orders, isCustomer: data !== null && data.asOf !== null },
    ...{ asking, askToCancel: ask, cancel, dismiss: () => ask(null), keep, openPortal, openInvoice },
    ...action,
  };
}
