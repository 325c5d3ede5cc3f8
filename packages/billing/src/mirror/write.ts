import { compareVersions } from "@keyhold/billing-schema";
import type { Insert, TxContext } from "@keyhold/core/plugin";
import { emit } from "../events.js";
import { type VersionedModel, writeIfNewer } from "../webhook/upsert-if-newer.js";
import { customers } from "./entities.js";
import type { CommonRow } from "./mirrored.js";
import { type OwnerColumns, ownerOfCustomer } from "./owner-of-customer.js";
import type { Part } from "./parts.js";

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
 * customer are written one transaction after another, and no row of a customer of a deleted owner.
 */
export async function writeParts(tx: TxContext, parts: readonly Part[]): Promise<readonly Written[]> {
  const written: Written[] = [];
  const owners = new Map<string, OwnerColumns | null>();
  for (const part of parts) {
    const { customerId } = part;
    if (customerId === null) {
      written.push(await write(tx, part));
      continue;
    }
    const known = owners.get(customerId);
    const owner = known === undefined ? await ownerOfCustomer(tx, customerId, parts) : known;
    owners.set(customerId, owner);
    if (owner !== null) written.push(await write(tx, part.mirrored === customers ? withOwner(part, owner) : part));
  }
  return written;
}

const withOwner = (part: Part, owner: OwnerColumns): Part => ({ ...part, row: { ...part.row, ...owner } });

async function write(tx: TxContext, part: Part): Promise<Written> {
  const model = part.mirrored.model as unknown as VersionedModel;
  // Products and benefits are rows of all customers: a lock for each event would make the events wait.
  const isShared = part.customerId === null;
  const seen = isShared ? await tx.db.find(model, { id: part.row.id }) : null;
  if (seen && compareVersions(part.row.version, seen.version) <= 0) return unchanged(part, seen as CommonRow);
  const { known, isWritten } = await writeIfNewer(tx, model, part.row as Insert<VersionedModel>);
  if (!isWritten) return unchanged(part, known as CommonRow);
  const { status } = part.row;
  if (status !== undefined && !part.mirrored.isKnownStatus(status)) {
    emit(tx, { type: "mirror.drifted", model: model.name, id: part.row.id, status: String(status) });
  }
  return { part, previous: known as CommonRow | null, row: { ...known, ...part.row }, isWritten };
}

const unchanged = (part: Part, row: CommonRow): Written => ({ part, previous: row, row, isWritten: false });
