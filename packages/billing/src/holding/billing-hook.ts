import type { Verdict } from "./judge.js";

/** What a component shows of what was bought. */
export interface BillingView<Name extends string> {
  /** The running subscriptions in the provider's client form. */
  readonly subscriptions: readonly Readonly<Record<string, unknown>>[];
  /** The subscriptions with a failed payment. */
  readonly pastDue: readonly Readonly<Record<string, unknown>>[];
  /** The balances on meters. */
  readonly balances: readonly Readonly<Record<string, unknown>>[];
  /** Whether the user has an entitlement. False until known. */
  readonly has: (name: Name) => boolean;
  readonly isPending: boolean;
  /** The time of the last change that the answer shows; null without a purchase. */
  readonly asOf: Date | null;
}

/** A client of React with `billingClient()`. */
export interface BillingStateClient<Name extends string> {
  readonly useBillingState: () => {
    readonly data:
      | (Pick<BillingView<Name>, "subscriptions" | "pastDue" | "balances" | "asOf"> & {
          readonly entitlements: Readonly<Record<Name, Verdict>>;
        })
      | null;
    readonly isPending: boolean;
  };
}

const none: readonly [] = [];

/**
 * Makes the hook `useBilling` of a client. However many components use the hook, the client sends one request.
 *
 * @example
 * export const useBilling = billingHook(authClient);
 * const { subscriptions, has } = useBilling();
 */
export const billingHook =
  <Name extends string>({ useBillingState }: BillingStateClient<Name>): (() => BillingView<Name>) =>
  () => {
    const { data, isPending } = useBillingState();
    return {
      subscriptions: data?.subscriptions ?? none,
      pastDue: data?.pastDue ?? none,
      balances: data?.balances ?? none,
      has: (name) => data?.entitlements[name]?.has === true,
      isPending,
      asOf: data?.asOf ?? null,
    };
  };
