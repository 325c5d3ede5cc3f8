import { useMemo, useState } from "react";
import { withRedirect } from "../after-sign-in.js";
import { useUI } from "../context.js";
import { type ActionState, useAction } from "../form/use-action.js";
import { type Loading, useLoading } from "../lists/loading.js";
import { billing } from "../texts/en/billing.js";
import { useTexts } from "../texts/use-texts.js";
import { isGuest } from "../user/guest.js";
import { subscriptionOf } from "./read-entities.js";
import type { BillingOwner, Product, Subscription } from "./types.js";
import { useBillingPaths } from "./use-billing-paths.js";
import { useOwnerState } from "./use-owner-state.js";
import { type PlanChangeState, type Proration, usePlanChange } from "./use-plan-change.js";

/** The intervals between which a user switches. */
export type PlanInterval = "month" | "year";

/** A product, and what the user may do with it. */
export interface Plan {
  readonly product: Product;
  /** The subscription of this product; null: there is no such subscription. */
  readonly subscription: Subscription | null;
  /** "buy": a checkout; "switch": in place of the present plan; "none": no button. */
  readonly action: "buy" | "switch" | "none";
}

/** The state of the plans. */
export interface PricingState extends ActionState, Omit<PlanChangeState, "ask"> {
  readonly loading: Loading;
  /** Plans of the chosen interval, and those that have no interval to choose. */
  readonly plans: readonly Plan[];
  /** Null: not both intervals are sold. */
  readonly interval: PlanInterval | null;
  readonly setInterval: (interval: PlanInterval) => void;
  /** Null: no subscription is running. */
  readonly current: Subscription | null;
  /** Whether the user may buy and change. A visitor may: the button leads to the sign-in. */
  readonly isAllowed: boolean;
  /** Opens the checkout, asks for the change, or leads a visitor to the sign-in. */
  readonly choose: (plan: Plan) => void;
}

/** Options of `usePricing`. */
export interface PricingOptions {
  /** Null: a visitor, or a guest. */
  readonly owner: BillingOwner | null;
  /** How a change of the plan is paid. Default "prorate". */
  readonly proration?: Proration | undefined;
  /** The names of the products that are offered. Default: all that are sold to the owner. */
  readonly offers?: readonly string[] | undefined;
}

/**
 * The state and the handlers of the plans, without markup: what is sold, what the owner has, and the buttons.
 *
 * @example const { plans, interval, setInterval, choose } = usePricing({ owner });
 */
export function usePricing({ owner, proration = "prorate", offers }: PricingOptions): PricingState {
  const { client } = useUI();
  const products = client.useBillingProducts();
  const bought = useOwnerState(owner);
  const loading = useLoading(...(owner ? [products, bought] : [products]));
  const { run, ...action } = useAction();
  const change = usePlanChange(proration, { run, ...action });
  const open = useCheckout(owner, run);
  const all = products.data?.products;
  const current = useMemo(() => currentOf(all ?? [], bought.data), [all, bought.data]);
  const isOffered = (product: Product): boolean => isSoldTo(owner, product) && offers?.includes(product.slug) !== false;
  // The present plan is shown in any case.
  const sold = (all ?? []).filter((product) => isOffered(product) || product.id === current?.productId);
  const [chosen, setChosen] = useState<PlanInterval | null>(null);

  const both = (["month", "year"] as const).every((one) => sold.some(({ interval }) => interval === one));
  const ofCurrent = current?.interval === "year" ? "year" : "month";
  const interval = both ? (chosen ?? ofCurrent) : null;
  const plans = sold
    .filter((product) => interval === null || product.interval === interval || !isSwitched(product))
    .map((product): Plan => planOf(product, current))
    .filter(({ product, subscription }) => product.canBuy || subscription !== null);

  function choose(plan: Plan): void {
    if (plan.action === "switch" && current) change.ask(current, plan.product);
    else if (plan.action === "buy") open(plan.product);
  }

  const isAllowed = owner === null || owner.can(current ? "change" : "checkout");
  const { ask: _, ...question } = change;
  return { loading, plans, interval, setInterval: setChosen, current, isAllowed, choose, ...action, ...question };
}

/** A visitor sees all: the owner is chosen later. A server before this version does not tell `for`. */
const isSoldTo = (owner: BillingOwner | null, { for: kind }: Product): boolean =>
  owner === null || !kind || (kind === "user") === (owner.organizationId === undefined);

const isSwitched = ({ interval }: Product): boolean => interval === "month" || interval === "year";

/** The running subscription of a listed product: an app may sell others elsewhere. */
function currentOf(
  products: readonly Product[],
  bought: ReturnType<typeof useOwnerState>["data"],
): Subscription | null {
  if (!bought) return null;
  const all = [...bought.subscriptions, ...bought.pastDue].map(subscriptionOf);
  return all.find(({ productId }) => products.some(({ id }) => id === productId)) ?? null;
}

function planOf(product: Product, current: Subscription | null): Plan {
  const subscription = current?.productId === product.id ? current : null;
  if (subscription || !product.canBuy) return { product, subscription, action: "none" };
  return { product, subscription, action: current && product.interval !== null ? "switch" : "buy" };
}

/** Opens the page of a checkout. A visitor signs in first, a guest signs up, and both return. */
function useCheckout(owner: BillingOwner | null, run: ReturnType<typeof useAction>["run"]): (product: Product) => void {
  const { client, paths, navigate } = useUI();
  const { checkoutResult } = useBillingPaths();
  const { codes } = useTexts("billing", billing);
  const user = client.useSession().data?.user ?? null;
  return ({ slug }) => {
    const here = location.pathname + location.search;
    if (!owner)
      return navigate(withRedirect(isGuest(user) ? paths.signUp : paths.signIn, here, paths.home), { replace: false });
    const { organizationId: referenceId } = owner;
    const urls = { successUrl: `${checkoutResult}?${checkoutName}={CHECKOUT_ID}`, returnUrl: here };
    void run(slug, {
      leaves: true,
      errors: codes,
      call: async () =>
        (await client.checkout({ slug, ...urls, ...(referenceId !== undefined && { referenceId }) })).error,
    });
  };
}

/** The query parameter with the id of the checkout, on the way back. */
export const checkoutName = "checkout";
