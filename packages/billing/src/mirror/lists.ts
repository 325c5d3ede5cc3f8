import type { BillingProvider, ListQuery } from "../provider/billing-provider.js";
import { nullIfNotFound } from "./absent.js";
import { balances, benefits, customers, grants, orders, products, refunds, subscriptions } from "./entities.js";
import type { AnyMirrored, EntityData } from "./mirrored.js";

/** A page of a list of the provider. */
export interface EntityPage {
  readonly items: readonly EntityData[];
  readonly pagination: { readonly totalCount: number; readonly maxPage: number };
}

/** A list of the provider. */
export interface EntityList {
  readonly name: string;
  readonly mirrored: AnyMirrored;
  readonly page: (query: ListQuery) => Promise<EntityPage>;
}

/** Every list but the grants, in the order of the locks: what another entity embeds comes before it. */
export const listsOf = (provider: BillingProvider): readonly EntityList[] => [
  { name: "customers", mirrored: customers, page: (query) => provider.customers.list(query) },
  { name: "products", mirrored: products, page: (query) => provider.products.list(query) },
  { name: "benefits", mirrored: benefits, page: (query) => provider.benefits.list(query) },
  { name: "subscriptions", mirrored: subscriptions, page: (query) => provider.subscriptions.list(query) },
  { name: "orders", mirrored: orders, page: (query) => provider.orders.list(query) },
  { name: "refunds", mirrored: refunds, page: (query) => provider.refunds.list(query) },
  { name: "balances", mirrored: balances, page: (query) => provider.meterBalances.list(query) },
];

/** The grants of a benefit; an empty list for a benefit that was deleted after it was listed. */
export const grantsOf = (provider: BillingProvider, benefitId: string): EntityList => ({
  name: `grants ${benefitId}`,
  mirrored: grants,
  page: (query) =>
    provider.grants.list(benefitId, query).catch((error: unknown) => {
      nullIfNotFound(error);
      return { items: [], pagination: { totalCount: 0, maxPage: 0 } };
    }),
});
