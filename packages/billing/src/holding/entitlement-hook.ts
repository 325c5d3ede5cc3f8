import type { Has, HasBecause, HasNotBecause, Verdict } from "./judge.js";

/** What a component shows of an entitlement. */
export interface EntitlementView {
  /** False until known. */
  readonly has: boolean;
  readonly isPending: boolean;
  /** Null until known. */
  readonly because: HasBecause | HasNotBecause | null;
  /** When the entitlement ends, as far as is known. */
  readonly until: Date | null;
  /** The units that are left on the meter; null for other sources. */
  readonly balance: number | null;
}

/** A client of React with `billingClient()`. */
export interface BillingReactClient<Name extends string> {
  readonly useBillingState: () => {
    readonly data: { readonly entitlements: Readonly<Record<Name, Verdict>> } | null;
    readonly isPending: boolean;
  };
}

/**
 * Makes the hook `useEntitlement` of a client. However many components use the hook, the client sends one request.
 *
 * @example
 * export const useEntitlement = entitlementHook(authClient);
 * const { has, until } = useEntitlement("export");
 */
export const entitlementHook =
  <Name extends string>({ useBillingState }: BillingReactClient<Name>): ((name: Name) => EntitlementView) =>
  (name) => {
    const { data, isPending } = useBillingState();
    const verdict = data?.entitlements[name];
    if (!verdict) return { has: false, isPending, because: null, until: null, balance: null };
    const { has, because } = verdict;
    const { until = null, balance = null } = verdict as Partial<Has>;
    return { has, isPending, because, until, balance };
  };
