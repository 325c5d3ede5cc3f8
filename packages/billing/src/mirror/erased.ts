import { compareVersions } from "@keyhold/billing-schema";
import { type TxContext, userModel } from "@keyhold/core/plugin";
import { hooksAt } from "../hooks/offers.js";
import { insertedMeanwhile } from "../webhook/upsert-if-newer.js";
import { type BillingCustomerRow, customers } from "./entities.js";
import { eraseCustomer, noVersion } from "./erase.js";
import type { BillingOwner } from "./owner.js";
import type { Part } from "./parts.js";

/**
 * Locks a customer, and answers whether no row of the customer may be written: the owner was deleted. An owner may be
 * deleted before the mirror knows the customer, so a new owner of a customer is looked up.
 */
export async function isErased(tx: TxContext, customerId: string, parts: readonly Part[]): Promise<boolean> {
  const known = await tx.db.lock(customers.model, customerId);
  const told = parts.find(({ mirrored, row }) => mirrored === customers && row.id === customerId);
  const owner = told && newOwner(told, known);
  if (!owner) return known !== null && known.erasedAt !== null;
  if (await exists(tx, owner)) {
    if (known?.erasedAt) await tx.db.update(customers.model, customerId, { erasedAt: null });
    return false;
  }
  if (!known) {
    const row = { id: customerId, createdAt: told.row.createdAt, version: noVersion };
    // Another transaction has the customer: this transaction runs again.
    await tx.db.insert(customers.model, row, { onConflict: () => insertedMeanwhile(customers.model) });
  }
  if (!known?.erasedAt) await eraseCustomer(tx, customerId);
  return true;
}

/** The owner of a customer, if the row does not say so already. */
function newOwner({ row }: Part, known: BillingCustomerRow | null): BillingOwner | null {
  const { ownerKind, ownerId } = row as unknown as Pick<BillingCustomerRow, "ownerKind" | "ownerId">;
  if (ownerId === null || (ownerKind !== "user" && ownerKind !== "organization")) return null;
  const isKnown = known?.ownerKind === ownerKind && known.ownerId === ownerId;
  if (isKnown || (known && compareVersions(row.version, known.version) <= 0)) return null;
  return { ownerKind, ownerId };
}

/** Under the lock of the owner: a deletion waits, and then finds the rows. */
async function exists(tx: TxContext, { ownerKind, ownerId }: BillingOwner): Promise<boolean> {
  if (ownerKind === "user") return (await tx.db.lock(userModel, ownerId)) !== null;
  const hooks = hooksAt(tx, "organization.exists");
  for (const exists of hooks) if (await exists(ownerId, tx)) return true;
  // Without the plugin there is no deletion, either.
  return hooks.length === 0;
}
