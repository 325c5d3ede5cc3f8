import { compareVersions } from "@keyhold/billing-schema";
import type { Insert, TxContext } from "@keyhold/core/plugin";
import { emit } from "../events.js";
import { hooksAt } from "../hooks/offers.js";
import { type VersionedModel, writeIfNewer } from "../webhook/upsert-if-newer.js";
import { type BillingCustomerRow, customers, subscriptions } from "./entities.js";
import type { CommonRow } from "./mirrored.js";
import { type OwnedCustomer, ownerOfCustomer } from "./owner-of-customer.js";
import type { Part } from "./parts.js";
import { refreshHoldings } from "./refresh-holding.js";
import type { MirrorSettings } from "./settings.js";

/** What became of a row. */
export interface Written {
  readonly part: Part;
  readonly previous: CommonRow | null;
  /** The row as it is now. */
  readonly row: CommonRow;
  readonly isWritten: boolean;
}

/**
 * Writes rows by the rule of `upsertIfNewer`, in the given order. A customer is locked first, so that the rows of one
 * customer are written one transaction after another, and no row of a customer of a deleted owner. Then what the
 * customers have is written anew.
 */
export async function writeParts(
  tx: TxContext,
  { catalogue }: Pick<MirrorSettings, "catalogue">,
  parts: readonly Part[],
): Promise<readonly Written[]> {
  const written: Written[] = [];
  const owners = new Map<string, OwnedCustomer | null>();
  for (const part of parts) {
    const { customerId } = part;
    if (customerId === null) {
      written.push(await write(tx, part));
      continue;
    }
    const known = owners.get(customerId);
    const owner = known === undefined ? await ownerOfCustomer(tx, customerId, parts) : known;
    owners.set(customerId, owner);
    if (owner === null) continue;
    const one = await writeOf(tx, part, owner);
    written.push(one);
    if (part.mirrored === customers) owners.set(customerId, { ...owner, row: one.row as BillingCustomerRow });
  }
  const late = [...owners].flatMap(([customerId, owner]) => (owner?.isLate ? [customerId] : []));
  const moved = [...new Set([...late, ...written.filter(hasNewOwner).map(({ row }) => row.id)])];
  await refreshHoldings(tx, catalogue, { written, moved: late });
  await afterSubscriptions(tx, { written, owners, moved });
  return written;
}

/** Whether a known customer has another owner, or an owner for the first time. */
function hasNewOwner({ part, previous, row, isWritten }: Written): boolean {
  if (!isWritten || part.mirrored !== customers || previous === null) return false;
  return (previous as BillingCustomerRow).ownerId !== (row as BillingCustomerRow).ownerId;
}

/** More subscriptions of a customer than these have ended long ago. */
const maxStored = 500;

interface Writes {
  readonly written: readonly Written[];
  readonly owners: ReadonlyMap<string, OwnedCustomer | null>;
  readonly moved: readonly string[];
}

/** Tells the rest of billing the owners of changed subscriptions. */
async function afterSubscriptions(tx: TxContext, { written, owners, moved }: Writes): Promise<void> {
  const changed = written.filter(({ part, isWritten }) => isWritten && part.mirrored === subscriptions);
  for (const customerId of new Set([...moved, ...changed.map(({ part }) => String(part.customerId))])) {
    const owner = owners.get(customerId)?.columns;
    if (!owner) continue;
    // With a new owner, all that the customer has is new to the owner.
    const rows = moved.includes(customerId)
      ? await tx.db.list(subscriptions.model, { customerId, goneAt: null }, { orderBy: "createdAt", limit: maxStored })
      : changed.filter(({ part }) => part.customerId === customerId).map(({ row }) => row);
    for (const hook of hooksAt(tx, "billing.subscription-written")) await hook({ ...owner, rows }, tx);
  }
}

/** Writes a row of a customer, or the customer, which is locked. */
function writeOf(tx: TxContext, part: Part, { columns, row }: OwnedCustomer): Promise<Written> {
  return part.mirrored === customers ? write(tx, { ...part, row: { ...part.row, ...columns } }, row) : write(tx, part);
}

async function write(tx: TxContext, part: Part, locked?: CommonRow | null): Promise<Written> {
  const model = part.mirrored.model as unknown as VersionedModel;
  // Products and benefits are rows of all customers: a lock for each event would make the events wait.
  const isShared = part.customerId === null;
  const seen = isShared ? await tx.db.find(model, { id: part.row.id }) : null;
  if (seen && compareVersions(part.row.version, seen.version) <= 0) return unchanged(part, seen as CommonRow);
  const { known, isWritten } = await writeIfNewer(tx, model, part.row as Insert<VersionedModel>, locked);
  if (!isWritten) return unchanged(part, known as CommonRow);
  const { status } = part.row;
  if (status !== undefined && !part.mirrored.isKnownStatus(status)) {
    emit(tx, { type: "mirror.drifted", model: model.name, id: part.row.id, status: String(status) });
  }
  return { part, previous: known as CommonRow | null, row: { ...known, ...part.row }, isWritten };
}

const unchanged = (part: Part, row: CommonRow): Written => ({ part, previous: row, row, isWritten: false });
