import { compareVersions } from "@keyhold/billing-schema";
import { type TxContext, userModel } from "@keyhold/core/plugin";
import { hooksAt } from "../hooks/offers.js";
import type { BillingOwner } from "../provider/owner.js";
import { insertedMeanwhile } from "../webhook/upsert-if-newer.js";
import { type BillingCustomerRow, customers } from "./entities.js";
import { eraseCustomer, noVersion } from "./erase.js";
import type { Part } from "./parts.js";

/** The columns of a customer about the owner. */
export interface OwnerColumns extends Pick<BillingCustomerRow, "ownerKind" | "ownerId" | "ownerVersion"> {}

/** The owner of a locked customer. */
export interface OwnedCustomer {
  readonly columns: OwnerColumns;
  /** The row as it is now; null without a row. */
  readonly row: BillingCustomerRow | null;
  /** Whether the event changes the owner of a customer that is newer than the event. */
  readonly isLate: boolean;
}

/** A customer, as an event says it. */
interface Told {
  readonly customerId: string;
  readonly version: string;
  readonly createdAt: Date;
  readonly owner: BillingOwner & { readonly ownerVersion: string };
}

/**
 * Locks a customer, and answers the owner; null if no row of the customer may be written: the owner was deleted. The
 * newest external id names the owner. A customer without an external id keeps the owner, since the provider takes the
 * external id from a customer that it deletes. An owner may be deleted before the mirror knows the customer, so an owner
 * that is new for a customer is looked up.
 */
export async function ownerOfCustomer(
  tx: TxContext,
  customerId: string,
  parts: readonly Part[],
): Promise<OwnedCustomer | null> {
  const known = await tx.db.lock(customers.model, customerId);
  const told = toldIn(customerId, parts);
  if (!told || !isNews(told, known))
    return known?.erasedAt ? null : { columns: ownerIn(known), row: known, isLate: false };
  const { owner, version } = told;
  const isSame = known?.ownerKind === owner.ownerKind && known.ownerId === owner.ownerId;
  if (!isSame && !(await ownerExists(tx, owner))) {
    await erase(tx, told, known);
    return null;
  }
  // A newer version of the customer is written with its owner.
  const isLate = known !== null && compareVersions(version, known.version) <= 0;
  if (isLate) await tx.db.update(customers.model, customerId, { ...owner, erasedAt: null });
  return { columns: owner, row: isLate ? { ...known, ...owner, erasedAt: null } : known, isLate };
}

const ownerIn = (known: BillingCustomerRow | null): OwnerColumns => ({
  ownerKind: known?.ownerKind ?? null,
  ownerId: known?.ownerId ?? null,
  ownerVersion: known?.ownerVersion ?? null,
});

/** What the rows say of the owner of a customer; null without an external id. */
function toldIn(customerId: string, parts: readonly Part[]): Told | null {
  const row = parts.find(({ mirrored, row: { id } }) => mirrored === customers && id === customerId)?.row;
  if (!row) return null;
  const { version, createdAt, ownerKind, ownerId } = row as unknown as BillingCustomerRow;
  if (ownerId === null || (ownerKind !== "user" && ownerKind !== "organization")) return null;
  // Each source of a version has the same external id.
  const ownerVersion = `${version.slice(0, -2)}Z`;
  return { customerId, version, createdAt, owner: { ownerKind, ownerId, ownerVersion } };
}

/** Whether an external id is newer than the known. Of an erased customer the owner may exist now, as after an import. */
function isNews({ owner }: Told, known: BillingCustomerRow | null): boolean {
  if (!known || known.ownerVersion === null) return true;
  const difference = compareVersions(owner.ownerVersion, known.ownerVersion);
  return known.erasedAt === null ? difference > 0 : difference >= 0;
}

/** The owner does not exist: only the id of the customer stays. */
async function erase(
  tx: TxContext,
  { customerId: id, createdAt, owner: { ownerVersion } }: Told,
  known: BillingCustomerRow | null,
): Promise<void> {
  if (!known) {
    const row = { id, createdAt, version: noVersion };
    // Another transaction has the customer: this transaction runs again.
    await tx.db.insert(customers.model, row, { onConflict: () => insertedMeanwhile(customers.model) });
  }
  if (known?.erasedAt) await tx.db.update(customers.model, id, { ownerVersion });
  else await eraseCustomer(tx, id, ownerVersion);
}

/** Whether an owner exists, under the lock of the owner: a deletion waits, and then finds the rows. */
export async function ownerExists(tx: TxContext, { ownerKind, ownerId }: BillingOwner): Promise<boolean> {
  if (ownerKind === "user") return (await tx.db.lock(userModel, ownerId)) !== null;
  const hooks = hooksAt(tx, "organization.exists");
  for (const exists of hooks) if (await exists(ownerId, tx)) return true;
  // Without the plugin there is no deletion, either.
  return hooks.length === 0;
}
