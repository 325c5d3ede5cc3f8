// Written by `npm run fix` from the declarations in `routes`: change those instead.
import { check } from "./routes/check.js";
import { checkout, readCheckout } from "./routes/checkout.js";
import { checkoutFor } from "./routes/checkout-for.js";
import { listBenefits } from "./routes/customer/benefits/list.js";
import { listOrders } from "./routes/customer/orders/list.js";
import { portal, readPortal } from "./routes/customer/portal.js";
import { customerState } from "./routes/customer/state.js";
import { listSubscriptions } from "./routes/customer/subscriptions/list.js";
import { has } from "./routes/has.js";
import { linkCustomer } from "./routes/link-customer.js";
import { listWebhookEvents } from "./routes/list-webhook-events.js";
import { invoice } from "./routes/orders/invoice.js";
import { listProducts } from "./routes/products.js";
import { readWebhookEvent } from "./routes/read-webhook-event.js";
import { replay } from "./routes/replay.js";
import { require } from "./routes/require.js";
import { reserve } from "./routes/reserve.js";
import { retryUndecodableEvents } from "./routes/retry-undecodable-events.js";
import { retryWebhookEvent } from "./routes/retry-webhook-event.js";
import { sendUsageNow } from "./routes/send-usage.js";
import { settleUsage } from "./routes/settle-usage.js";
import { billingState } from "./routes/state.js";
import { cancelSubscription } from "./routes/subscription/cancel.js";
import { changeSubscription } from "./routes/subscription/change.js";
import { uncancelSubscription } from "./routes/subscription/uncancel.js";
import { syncAll } from "./routes/sync-all.js";
import { syncCustomer } from "./routes/sync-customer.js";
import { track } from "./routes/track.js";
import { ingestUsage } from "./routes/usage/ingest.js";
import { listMeters } from "./routes/usage/meters/list.js";
import { webhook } from "./routes/webhook.js";

/** The calls, each under the name that its URL gives. */
export interface BillingEndpoints {
  readonly billing: {
    /**
     * The state of a checkout that the caller or an organization of the caller has opened, and whether the mirror has
     * what it bought.
     */
    readonly checkout: typeof readCheckout;
    readonly orders: {
      /** The link to the invoice of an order of the caller or of an organization. */
      readonly invoice: typeof invoice;
    };
    /**
     * The configured products with their prices, in the order of the config, from the mirror. A product whose prices
     * the mirror does not hold yet is absent. May be cached for a minute.
     */
    readonly products: typeof listProducts;
    /**
     * What the caller or an organization has bought: active subscriptions, those with a failed payment, granted
     * benefits, balances on meters, and entitlements, from the mirror. Without `organizationId` the entitlements are
     * also those of the active organization. `asOf`: the time of the last change that they show.
     */
    readonly state: typeof billingState;
    readonly subscription: {
      /** Cancels a subscription of the caller or of an organization: at the end of the paid period, or at once. */
      readonly cancel: typeof cancelSubscription;
      /** Changes the product or the number of seats of a subscription of the caller or of an organization. */
      readonly change: typeof changeSubscription;
      /** Takes back the cancellation of a subscription that has not ended yet. */
      readonly uncancel: typeof uncancelSubscription;
    };
  };
  /**
   * Opens the payments provider's page on which the caller buys configured products, for themselves or for an
   * organization.
   */
  readonly checkout: typeof checkout;
  readonly customer: {
    readonly benefits: {
      /** The grants of benefits to the caller or to an organization, from the mirror, the newest first. */
      readonly list: typeof listBenefits;
    };
    readonly orders: {
      /** The orders of the caller or of an organization, from the mirror, the newest first. */
      readonly list: typeof listOrders;
    };
    /**
     * A link to the payments provider's page on which the caller or an organization manages subscriptions, payment
     * methods and invoices.
     */
    readonly portal: typeof portal;
    /**
     * The customer of the caller or of an organization with active subscriptions, granted benefits and meters, from the
     * mirror; null without a customer.
     */
    readonly state: typeof customerState;
    readonly subscriptions: {
      /** The subscriptions of the caller or of an organization, from the mirror, the newest first. */
      readonly list: typeof listSubscriptions;
    };
  };
  readonly usage: {
    /** Counts a use of the caller, of the events that the app lets a browser report. */
    readonly ingest: typeof ingestUsage;
    readonly meters: {
      /** The balances of the caller or of an organization on meters, from the mirror. */
      readonly list: typeof listMeters;
    };
  };
}

/** The calls for the app's own server code: no client has them. */
export interface BillingServerEndpoints {
  readonly billing: {
    /**
     * Compares the config and the mirror with the payments provider, and looks for events that were not delivered,
     * without a write.
     */
    readonly check: typeof check;
    /** Opens a checkout for a user or an organization, with any discount. The app decides whether it may be opened. */
    readonly checkoutFor: typeof checkoutFor;
    /**
     * Whether a user, an organization, or the user of a session with the active organization has an entitlement: one
     * statement, and no request to the payments provider.
     */
    readonly has: typeof has;
    /**
     * Gives a customer at the payments provider that has no owner to a user or an organization, for ever. The app
     * decides that both are the same.
     */
    readonly linkCustomer: typeof linkCustomer;
    /** Asks the payments provider to send again each event that this app refused and never handled. */
    readonly replay: typeof replay;
    /** Fails unless `has` answers true: with 401 without a session, else with 402. */
    readonly require: typeof require;
    /**
     * Counts a use only if the owner has the units: of callers at once no more get units than are left. Fails with 402
     * without enough units, and without the entitlement that the meter needs.
     */
    readonly reserve: typeof reserve;
    /**
     * Sends the usage that waits for the payments provider, also that of processes that have ended, for a scheduled
     * job.
     */
    readonly sendUsage: typeof sendUsageNow;
    /**
     * Ends the doubt about a batch of `usage.held`: with `wasCounted: true` it is never sent again, else it is sent
     * again. `status` is false if there is no such batch.
     */
    readonly settleUsage: typeof settleUsage;
    /** Reads all lists of the payments provider into the mirror, page by page. After a crash the next call goes on. */
    readonly syncAll: typeof syncAll;
    /**
     * Reads what the payments provider has of a user or an organization into the mirror; null without a customer there.
     */
    readonly syncCustomer: typeof syncCustomer;
    /**
     * Counts a use of an owner, by one statement; the payments provider gets it later. `isNew` is false for a key that
     * is known. `balance`: the units that are left, as far as this process knows.
     */
    readonly track: typeof track;
  };
  /** The provider's events, the newest delivery first. `cursor` is the `nextCursor` of the page before. */
  readonly listWebhookEvents: typeof listWebhookEvents;
  /** One event with its payload and its handlers; null for an unknown event. */
  readonly readWebhookEvent: typeof readWebhookEvent;
  /** Reads again the events that an earlier version could not decode, and runs the handlers of each once. */
  readonly retryUndecodableEvents: typeof retryUndecodableEvents;
  /** Handles the kept body of one event again: the handlers that have not completed run, each once. */
  readonly retryWebhookEvent: typeof retryWebhookEvent;
}

export const endpoints: BillingEndpoints & BillingServerEndpoints = {
  billing: {
    check,
    checkout: readCheckout,
    checkoutFor,
    has,
    linkCustomer,
    orders: {
      invoice,
    },
    products: listProducts,
    replay,
    require,
    reserve,
    sendUsage: sendUsageNow,
    settleUsage,
    state: billingState,
    subscription: {
      cancel: cancelSubscription,
      change: changeSubscription,
      uncancel: uncancelSubscription,
    },
    syncAll,
    syncCustomer,
    track,
  },
  checkout,
  customer: {
    benefits: {
      list: listBenefits,
    },
    orders: {
      list: listOrders,
    },
    portal,
    state: customerState,
    subscriptions: {
      list: listSubscriptions,
    },
  },
  listWebhookEvents,
  readWebhookEvent,
  retryUndecodableEvents,
  retryWebhookEvent,
  usage: {
    ingest: ingestUsage,
    meters: {
      list: listMeters,
    },
  },
};

/** The routes without a call: pages behind links, and URLs for other servers. */
export const pages = [webhook, readPortal] as const;
