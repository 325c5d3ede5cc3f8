import type { Answer, CallOptions } from "@keyhold/client";
import { type CallName, type ClientPlugin, clientPlugin, type Refreshes } from "@keyhold/client/plugin";
import { type CheckoutStep, type FollowCheckout, followingCheckout } from "./checkout-result/follow-checkout.js";
import { clientRoutes } from "./client-routes.js";
import {
  type EmbedCheckout,
  type Embedded,
  type EmbeddedCheckout,
  type EmbedLook,
  embedding,
} from "./embed/checkout-embed.js";
import type { BillingEndpoints } from "./endpoints.js";
import type { BillingErrorCode } from "./errors.js";
import type { Has, HasBecause, HasNot, HasNotBecause, Verdict } from "./holding/judge.js";
import type { BillingStores, MirrorTypes, NamedAnswer, NamedEndpoints, NamedProduct } from "./types.js";

export { type BillingStateClient, type BillingView, billingHook } from "./holding/billing-hook.js";
export { type BillingReactClient, type EntitlementView, entitlementHook } from "./holding/entitlement-hook.js";
// The types in a client's type: an app inferring types from a client can name them.
export type {
  BillingEndpoints,
  BillingErrorCode,
  BillingStores,
  CheckoutStep,
  EmbedCheckout,
  Embedded,
  EmbeddedCheckout,
  EmbedLook,
  FollowCheckout,
  Has,
  HasBecause,
  HasNot,
  HasNotBecause,
  MirrorTypes,
  NamedAnswer,
  NamedEndpoints,
  NamedProduct,
  Verdict,
};

/** Objects of the server with the names of entitlements and products, e.g. `typeof entitlements`. */
export interface BillingNames {
  readonly entitlements?: object;
  readonly products?: object;
}

/** The names of the members of an object; any text without the object. */
export type NamesOf<Named> = Named extends object ? keyof Named & string : string;

/** Options of `billingClient`. */
export interface BillingClientOptions {
  /** Opens a checkout in a frame, for `checkoutEmbed`. Default: checkouts have a page of their own. */
  readonly embed?: EmbedCheckout;
}

/** What `checkoutEmbed` sends, and how the frame looks. */
export type EmbedInput<Product extends string = string> = Omit<
  BillingEndpoints["checkout"]["$"]["input"],
  "slug" | "redirect" | "embedOrigin"
> &
  EmbedLook & { readonly slug?: Product };

/** The functions of the client beside its routes. */
export interface BillingActions<Product extends string = string> {
  /**
   * Opens a checkout in a frame above the page, with `embed` of the options. Without the provider's script the browser goes
   * to the page of the checkout. After the payment the frame goes to `successUrl`.
   */
  readonly checkoutEmbed: (
    input: EmbedInput<Product>,
    options?: CallOptions,
  ) => Promise<Answer<Embedded, BillingEndpoints["checkout"]["$"]["error"]>>;
  readonly billing: {
    /** Asks for a checkout until its result is known. Then `billingState` is read again, in all tabs. */
    readonly followCheckout: FollowCheckout;
  };
}

/** The types of the client half. */
export interface BillingClientTypes<Entitlement extends string = string, Product extends string = string>
  extends MirrorTypes<Entitlement, Product> {
  readonly actions: BillingActions<Product>;
}

/** A named interface keeps the inferred types of apps short. */
export interface BillingClient<Entitlement extends string = string, Product extends string = string>
  extends ClientPlugin<BillingClientTypes<Entitlement, Product>> {}

/** Calls that change what the user has. */
const refreshes: Refreshes<CallName<BillingEndpoints>, keyof BillingStores> = {
  billingState: ["billing.subscription.change", "billing.subscription.cancel", "billing.subscription.uncancel"],
  billingOrders: ["billing.subscription.change"],
};

/** The stores that show a purchase. */
const bought = ["billingState", "billingOrders"] as const;

type OwnedStores = Readonly<Record<(typeof bought)[number], { changed(): void }>>;

/**
 * The client plugin for `billing()` with a mirror: its calls, and the stores `billingState`,
 * `billingProducts` and `billingOrders`; in React `useBillingState()` and so on.
 *
 * @example
 * import type { entitlements } from "./server/billing";
 * const client = createAuthClient({ plugins: [billingClient<{ entitlements: typeof entitlements }>()] });
 * const { data } = client.useBillingState();
 * const mayExport = data?.entitlements.export.has === true;
 */
export function billingClient<Names extends BillingNames = object>({
  embed,
}: BillingClientOptions = {}): BillingClient<NamesOf<Names["entitlements"]>, NamesOf<Names["products"]>> {
  return clientPlugin({
    id: "billing",
    routes: clientRoutes,
    stores: {
      billingState: "GET /billing/state",
      billingProducts: "GET /billing/products",
      billingOrders: "GET /customer/orders/list",
    },
    refreshes,
    actions: (client) => ({
      checkoutEmbed: embedding(client.checkout, embed),
      billing: {
        followCheckout: followingCheckout({
          ask: (id, options) => client.billing.checkout({ id }, options),
          // Also tells the other tabs.
          arrived() {
            for (const name of bought) (client as unknown as OwnedStores)[name].changed();
          },
        }),
      },
    }),
  });
}
