import type { Context } from "@keyhold/core/plugin";
import { type BillingCustomerRow, balances, grants, subscriptions } from "./entities.js";
import type { CommonRow } from "./mirrored.js";

const maxRows = 500;
const newestFirst = { orderBy: "createdAt", direction: "descending", limit: maxRows } as const;

/** What a customer has now. */
export interface ActiveRows {
  readonly subscriptions: readonly CommonRow[];
  readonly grants: readonly CommonRow[];
  readonly balances: readonly CommonRow[];
}

export async function activeRows(ctx: Context, { id: customerId, deletedAt }: BillingCustomerRow): Promise<ActiveRows> {
  // A deleted customer has no benefits, in any order of events.
  if (deletedAt !== null) return { subscriptions: [], grants: [], balances: [] };
  const [active, granted, known] = await Promise.all([
    ctx.db.list(subscriptions.model, { customerId, isActive: true, goneAt: null }, newestFirst),
    ctx.db.list(grants.model, { customerId, isGranted: true, isRevoked: false, goneAt: null }, newestFirst),
    ctx.db.list(balances.model, { customerId, goneAt: null }, newestFirst),
  ]);
  return { subscriptions: active, grants: granted, balances: known };
}

/** The time of the last change that these rows show. */
export function asOf(rows: readonly CommonRow[]): Date | null {
  const [newest] = rows
    .map(({ version }) => version.slice(0, -2))
    .sort()
    .reverse();
  return newest === undefined ? null : new Date(`${newest}Z`);
}
