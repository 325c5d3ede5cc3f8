import type { Session } from "@keyhold/core";
import { type Context, isIn } from "@keyhold/core/plugin";
import { knownHoldings } from "../balance/balance.js";
import { pendingOn, queueOf, readBesidePending } from "../balance/queue.js";
import { externalIdOf } from "../provider/owner.js";
import type { Holdings } from "./holdings.js";
import { holdingModel } from "./model.js";

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
    const where = { owner: part.length === 1 ? owner : isIn(part) };
    const order = { orderBy: "id", limit: maxCustomers + part.length } as const;
    const rows = await readBesidePending(queue, part, () => ctx.db.list(holdingModel, where, order));
    found.push(...rows.map((row) => knownHoldings(row, (meterId) => pendingOn(queue, row.owner, meterId))));
  }
  return found;
}
