import { type HookContext, pagesOf } from "@keyhold/core/plugin";
import type { BillingOwner } from "../provider/owner.js";
import { balances, customers, grants, orders, refunds, subscriptions } from "./entities.js";
import { removeHolding } from "./refresh-holding.js";

/**
 * Removes what the mirror has of an owner, in the transaction that deletes the owner. The id of each customer stays, so
 * that a later event writes no row.
 */
export async function eraseOwner(ctx: HookContext, { ownerId, ownerKind }: BillingOwner): Promise<void> {
  for await (const page of pagesOf(ctx.db, customers.model, { ownerId, ownerKind })) {
    for (const { id } of page) {
      const row = await ctx.db.lock(customers.model, id);
      // An event has named another owner meanwhile.
      if (row?.ownerId !== ownerId || row.ownerKind !== ownerKind) continue;
      await eraseCustomer(ctx, id, row.ownerVersion);
    }
  }
}

/** Older than any version: if the owner exists again, the next event or answer of the provider writes the row. */
export const noVersion = "0001-01-01T00:00:00.0000000Z";

/** Removes what the mirror has of a customer, under the lock of the row. `ownerVersion`: of the deleted owner. */
export async function eraseCustomer(ctx: HookContext, id: string, ownerVersion: string | null): Promise<void> {
  const { db, now } = ctx;
  const nothing = { ownerId: null, ownerKind: null, email: null, wire: null, version: noVersion };
  await db.update(customers.model, id, { ...nothing, ownerVersion, erasedAt: now() });
  for (const { model } of [subscriptions, orders, refunds, grants, balances])
    await db.remove(model, { customerId: id });
  await removeHolding(ctx, id);
}
