import { type CallName, type ClientPlugin, clientPlugin, type Refreshes } from "@keyhold/client/plugin";
import { clientRoutes } from "./client-routes.js";
import type { BillingEndpoints } from "./endpoints.js";
import type { BillingErrorCode } from "./errors.js";
import type { Has, HasBecause, HasNot, HasNotBecause, Verdict } from "./holding/judge.js";
import type { BillingStores, MirrorTypes, NamedEndpoints } from "./types.js";

export { type BillingReactClient, type EntitlementView, entitlementHook } from "./holding/entitlement-hook.js";
// The types in a client's type: an app inferring types from a client can name them.
export type {
  BillingEndpoints,
  BillingErrorCode,
  BillingStores,
  Has,
  HasBecause,
  HasNot,
  HasNotBecause,
  MirrorTypes,
  NamedEndpoints,
  Verdict,
};

/** Objects of the server with the names of entitlements and products, e.g. `typeof entitlements`. */
export interface BillingNames {
  readonly entitlements?: object;
  readonly products?: object;
}

/** The names of the members of an object; any text without the object. */
export type NamesOf<Named> = Named extends object ? keyof Named & string : string;

/** A named interface keeps the inferred types of apps short. */
export interface BillingClient<Entitlement extends string = string, Product extends string = string>
  extends ClientPlugin<MirrorTypes<Entitlement, Product>> {}

/** Calls that change what the user has. */
const refreshes: Refreshes<CallName<BillingEndpoints>, keyof BillingStores> = {
  billingState: ["billing.subscription.change", "billing.subscription.cancel", "billing.subscription.uncancel"],
};

/**
 * The client plugin for `billing()` with a mirror: its calls, and the store `billingState`; in React `useBillingState()`.
 *
 * @example
 * import type { entitlements } from "./server/billing";
 * const client = createAuthClient({ plugins: [billingClient<{ entitlements: typeof entitlements }>()] });
 * const { data } = client.useBillingState();
 * const mayExport = data?.entitlements.export.has === true;
 */
export function billingClient<Names extends BillingNames = object>(): BillingClient<
  NamesOf<Names["entitlements"]>,
  NamesOf<Names["products"]>
> {
  return clientPlugin({
    id: "billing",
    routes: clientRoutes,
    stores: { billingState: "GET /billing/state" },
    refreshes,
  });
}
