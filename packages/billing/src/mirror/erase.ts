import type { HookContext } from "@keyhold/core/plugin";
import { balances, customers, grants, orders, refunds, subscriptions } from "./entities.js";
import type { BillingOwner } from "./owner.js";

const maxCustomers = 100;

/**
 * Removes what the mirror has of an owner, in the transaction that deletes the owner. The id of the customer stays, so
 * that a later event writes no row.
 */
export async function eraseOwner(ctx: HookContext, owner: BillingOwner): Promise<void> {
  const { db } = ctx;
  const { ownerId, ownerKind } = owner;
  const found = await db.list(customers.model, { ownerId, ownerKind }, { orderBy: "id", limit: maxCustomers });
  for (const { id: customerId } of found) {
    await db.lock(customers.model, customerId);
    const nothing = { ownerId: null, ownerKind: null, email: null, wire: null };
    await db.update(customers.model, customerId, { ...nothing, erasedAt: ctx.now() });
    for (const { model } of [subscriptions, orders, refunds, grants, balances]) await db.remove(model, { customerId });
  }
}
