// Written by `npm run fix` from the declarations in `routes`: change those instead.
import type { CallTable } from "@keyhold/client/plugin";
import type { BillingEndpoints } from "./endpoints.js";

/** The method of each call; its path is its name. */
export const clientRoutes: CallTable<BillingEndpoints> = {
  billing: {
    subscription: {
      cancel: "POST",
      change: "POST",
      uncancel: "POST",
    },
    checkout: "GET",
    orders: {
      invoice: "GET",
    },
    products: "GET",
    state: "GET",
  },
  checkout: "POST",
  customer: {
    portal: "POST",
    benefits: {
      list: "GET",
    },
    orders: {
      list: "GET",
    },
    state: "GET",
    subscriptions: {
      list: "GET",
    },
  },
  usage: {
    ingest: "POST",
    meters: {
      list: "GET",
    },
  },
};
