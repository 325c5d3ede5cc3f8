import type { TolerantCustomer } from "@keyhold/billing-schema";
import type { Context } from "@keyhold/core/plugin";
import { customers } from "../mirror/entities.js";
import { BillingProviderError } from "../provider/error.js";
import { externalIdOf } from "../provider/owner.js";
import type { BuyingSettings } from "./buying.js";
import { ownsMailbox } from "./mailbox.js";

/**
 * Gives a user the customer with the user's address, if that customer has no owner and the mailbox is that of the user
 * beyond doubt. Null: the customer stays as it is. Never for an organization, since its address is no proof.
 */
export async function claimCustomer(
  ctx: Context,
  { provider }: Pick<BuyingSettings, "provider">,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<TolerantCustomer | null> {
  if (!(await ownsMailbox(ctx, userId, email))) return null;
  const { items } = await provider.customers.list({ email, limit: 2 });
  const [found] = items;
  if (items.length !== 1 || !found || !isFree(found, email)) return null;
  // The provider takes the external id from a customer that it deletes: the mirror remembers the owner.
  const row = await ctx.db.find(customers.model, { id: found.id });
  if (row && (row.ownerId !== null || row.erasedAt !== null)) return null;
  return provider.customers.link(found.id, externalIdOf({ ownerKind: "user", ownerId: userId })).catch(nullIfTaken);
}

const isFree = (customer: TolerantCustomer, email: string): boolean => {
  const { externalId, deletedAt, type } = customer as TolerantCustomer & { readonly type?: unknown };
  const isOfPerson = type === undefined || type === null || type === "individual";
  const isSame = String(customer.email).toLowerCase() === email.toLowerCase();
  return !externalId && !deletedAt && isOfPerson && isSame;
};

/** Another request has linked the customer, or the user has a customer. */
function nullIfTaken(error: unknown): null {
  if (error instanceof BillingProviderError && (error.reason === "conflict" || error.reason === "not-found"))
    return null;
  throw error;
}
