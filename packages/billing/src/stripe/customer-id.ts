import type { OwnedQuery } from "../provider/billing-provider.js";
import type { CustomerSearch } from "./find-customer.js";

/** The customer that a list is of: undefined for the list of all customers, null for an owner without a customer. */
export type CustomerIdOf = (query: OwnedQuery) => Promise<string | null | undefined>;

export const customerIds =
  ({ byOwner }: CustomerSearch): CustomerIdOf =>
  async ({ ownerId, customerId }) => {
    if (ownerId === undefined) return customerId;
    return (await byOwner(ownerId, customerId))?.object.id ?? null;
  };
