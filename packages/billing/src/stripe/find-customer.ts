import { isDeleted, ownerIdOf, ownerKey } from "./map/customer.js";
import type { StripeCustomer, StripeDeleted, StripeList } from "./objects.js";
import type { KnownOwners } from "./owners.js";
import { orNull, type Read, read, type Wire } from "./wire.js";

/** How the customer of an owner is found. */
export interface CustomerSearch {
  /** Null if the owner has no customer. `customerId`: the customer that the mirror knows. */
  readonly byOwner: (ownerId: string, customerId?: string) => Promise<Read<StripeCustomer> | null>;
  /** Null for an unknown and for a deleted customer. */
  readonly byId: (id: string) => Promise<Read<StripeCustomer> | null>;
}

const newest = 100;

/**
 * Finds customers. Stripe has no unique id of the app, but metadata. Its search by metadata may lack a customer of the
 * last minute. So the customer that the mirror or this process knows is read by its id, which is never late. Else the
 * search is asked, and then the newest customers, whose list is never late.
 *
 * @see docs/decisions/0159-stripe-behind-the-port.md
 */
export function customerSearch(wire: Wire, owners: KnownOwners): CustomerSearch {
  const byId: CustomerSearch["byId"] = async (id) => {
    const found = await orNull(
      read<StripeCustomer | StripeDeleted>(wire, { method: "GET", path: "/v1/customers/{id}", id }),
    );
    if (!found || isDeleted(found.object)) return null;
    owners.note(found.object);
    return { object: found.object, readAt: found.readAt };
  };
  const ofOwner = async (ownerId: string, id: string | undefined): Promise<Read<StripeCustomer> | null> => {
    const found = id === undefined ? null : await byId(id);
    return found && ownerIdOf(found.object) === ownerId ? found : null;
  };
  const idAmong = async (path: string, ownerId: string, fields: { readonly query?: string }) => {
    const { object } = await read<StripeList<StripeCustomer>>(wire, {
      ...{ method: "GET", path, fields: { ...fields, limit: newest } },
    });
    return object.data.find((customer) => ownerIdOf(customer) === ownerId)?.id;
  };
  return {
    byId,
    byOwner: async (ownerId, customerId) => {
      const guesses = [customerId, owners.customerOf(ownerId)];
      for (const id of new Set(guesses)) {
        const found = await ofOwner(ownerId, id);
        if (found) return found;
      }
      const query = `metadata["${ownerKey}"]:"${ownerId.replace(/["\\]/g, "\\$&")}"`;
      const searched = await ofOwner(ownerId, await idAmong("/v1/customers/search", ownerId, { query }));
      return searched ?? ofOwner(ownerId, await idAmong("/v1/customers", ownerId, {}));
    },
  };
}
