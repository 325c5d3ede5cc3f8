import type { Session } from "@keyhold/core";
import { type Context, isIn } from "@keyhold/core/plugin";
import { knownHoldings } from "../balance/balance.js";
import { pendingOn, queueOf } from "../balance/queue.js";
import { externalIdOf } from "../provider/owner.js";
import type { Holdings } from "./holdings.js";
import { holdingModel } from "./model.js";

/** The owners that are asked about: an owner, or the user of a session with the active organization. */
export interface Holders {
  readonly userId?: string | undefined;
  readonly organizationId?: string | null | undefined;
}

/** The user of a session, and the organization in which the user works now. */
export const holdersOf = (session: Session): Holders => ({
  userId: session.userId,
  organizationId: (session as { readonly activeOrganizationId?: string | null }).activeOrganizationId,
});

/** An owner may have had several customers. */
const maxCustomers = 100;

/** What owners have, by one statement. */
export async function holdingsOf(
  ctx: Pick<Context, "db" | "schema">,
  { userId, organizationId }: Holders,
): Promise<readonly Holdings[]> {
  const owners = [
    ...(userId ? [externalIdOf({ ownerKind: "user", ownerId: userId })] : []),
    ...(organizationId ? [externalIdOf({ ownerKind: "organization", ownerId: organizationId })] : []),
  ];
  const [owner] = owners;
  if (owner === undefined) return [];
  const where = { owner: owners.length === 1 ? owner : isIn(owners) };
  const rows = await ctx.db.list(holdingModel, where, { orderBy: "id", limit: maxCustomers });
  const queue = queueOf(ctx);
  return rows.map((row) => knownHoldings(row, (meterId) => pendingOn(queue, row.owner, meterId)));
}
