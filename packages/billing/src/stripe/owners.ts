import { ownerIdOf } from "./map/customer.js";
import type { StripeCustomer } from "./objects.js";

const maxOwners = 10_000;

/** The customers of owners that this process has seen: a first guess, which is verified at Stripe. */
export interface KnownOwners {
  note(customer: StripeCustomer): void;
  customerOf(ownerId: string): string | undefined;
}

export function createKnownOwners(): KnownOwners {
  const known = new Map<string, string>();
  return {
    note: (customer) => {
      const ownerId = ownerIdOf(customer);
      if (ownerId === null) return;
      if (known.size >= maxOwners) known.clear();
      known.set(ownerId, customer.id);
    },
    customerOf: (ownerId) => known.get(ownerId),
  };
}
