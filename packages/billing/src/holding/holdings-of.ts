import type { Session } from "@keyhold/core";
import { together } from "@keyhold/core/adapter";
import { type Context, isIn } from "@keyhold/core/plugin";
import { knownHoldings } from "../balance/balance.js";
import { pendingOn, queueOf, readBesidePending } from "../balance/queue.js";
import { externalIdOf } from "../provider/owner.js";
import type { Holdings } from "./holdings.js";
import { type HoldingRow, holdingModel } from "./model.js";

/** The owners that are asked about: an owner, or the user of a session with the active organization. */
export interface Holders {
  readonly userId?: string | undefined;
  readonly organizationId?: string | null | undefined;
  /** Further organizations. */
  readonly organizationIds?: readonly string[];
}

/** The user of a session, and the organization in which the user works now. */
export const holdersOf = (session: Session): Holders => ({
  userId: session.userId,
  organizationId: (session as { readonly activeOrganizationId?: string | null }).activeOrganizationId,
});

/** An owner may have had several customers. */
const maxCustomers = 100;
/** Databases limit the values of a statement. */
const maxOwners = 500;

/** What owners have, by a statement for each 500 owners. */
export async function holdingsOf(
  ctx: Pick<Context, "db" | "schema">,
  { userId, organizationId, organizationIds = [] }: Holders,
): Promise<readonly Holdings[]> {
  const organizations = [...(organizationId ? [organizationId] : []), ...organizationIds];
  const owners = [
    ...(userId ? [externalIdOf({ ownerKind: "user", ownerId: userId })] : []),
    ...organizations.map((ownerId) => externalIdOf({ ownerKind: "organization", ownerId })),
  ];
  const queue = queueOf(ctx);
  const found: Holdings[] = [];
  for (let start = 0; start < owners.length; start += maxOwners) {
    const part = owners.slice(start, start + maxOwners);
    const [owner = ""] = part;
    const read =
      part.length === 1 ? () => rowsOfOwner(ctx.db, owner) : () => listOf(ctx.db, part, maxCustomers + part.length);
    const rows = await readBesidePending(queue, part, read);
    found.push(...rows.map((row) => knownHoldings(row, (meterId) => pendingOn(queue, row.owner, meterId))));
  }
  return found;
}

type Db = Context["db"];

const listOf = (db: Db, owners: readonly string[], limit: number): Promise<readonly HoldingRow[]> =>
  db.list(holdingModel, { owner: owners.length === 1 ? (owners[0] ?? null) : isIn(owners) }, { orderBy: "id", limit });

type AskRows = (owner: string) => Promise<readonly HoldingRow[]>;

/** By the database, or the transaction, of the reading. */
const readers = new WeakMap<object, AskRows>();

/** The rows of an owner. Questions for owners that arrive together share a statement. */
function rowsOfOwner(db: Db, owner: string): Promise<readonly HoldingRow[]> {
  const known = readers.get(db);
  const ask = known ?? together((owners) => rowsOfEach(db, owners));
  if (!known) readers.set(db, ask);
  return ask(owner);
}

async function rowsOfEach(db: Db, owners: readonly string[]): Promise<readonly (readonly HoldingRow[])[]> {
  const limit = maxCustomers + owners.length;
  const rows = await listOf(db, [...new Set(owners)], limit);
  // The rows of an owner with very many customers leave no place for the others.
  if (owners.length > 1 && rows.length === limit)
    return Promise.all(owners.map((owner) => listOf(db, [owner], maxCustomers + 1)));
  const byOwner = new Map<string | null, HoldingRow[]>(owners.map((owner) => [owner, []]));
  for (const row of rows) byOwner.get(row.owner)?.push(row);
  return owners.map((owner) => byOwner.get(owner) ?? []);
}
