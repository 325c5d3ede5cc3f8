import type { HookContext } from "@keyhold/core/plugin";
import { balances, customers, grants, orders, refunds, subscriptions } from "./entities.js";
import type { BillingOwner } from "./owner.js";

const maxCustomers = 100;

/**
 * Removes what the mirror has of an owner, in the transaction that deletes the owner. The id of the customer stays, so
 * that a later event writes no row.
 */
export async function eraseOwner(ctx: HookContext, owner: BillingOwner): Promise<void> {
  const { ownerId, ownerKind } = owner;
  const found = await ctx.db.list(customers.model, { ownerId, ownerKind }, { orderBy: "id", limit: maxCustomers });
  for (const { id } of found) {
    await ctx.db.lock(customers.model, id);
    await eraseCustomer(ctx, id);
  }
}

/** Older than any version: if the owner exists again, the next event or answer of the provider writes the row. */
export const noVersion = "0001-01-01T00:00:00.0000000Z";

/** Removes what the mirror has of a customer, under the lock of the row. */
export async function eraseCustomer({ db, now }: HookContext, id: string): Promise<void> {
  const nothing = { ownerId: null, ownerKind: null, email: null, wire: null, version: noVersion };
  await db.update(customers.model, id, { ...nothing, erasedAt: now() });
  for (const { model } of [subscriptions, orders, refunds, grants, balances])
    await db.remove(model, { customerId: id });
}
