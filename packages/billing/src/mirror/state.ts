import { type Context, isIn, type Where } from "@keyhold/core/plugin";
import { type BillingCustomerRow, balances, grants, subscriptions } from "./entities.js";
import type { CommonRow, MirrorModel } from "./mirrored.js";

const pageLength = 500;

/** Each row, the newest first: a customer may have more active rows than a page. */
async function allOf<M extends MirrorModel>(ctx: Context, model: M, where: Where<M>): Promise<readonly CommonRow[]> {
  const rows: CommonRow[] = [];
  for (;;) {
    const last = rows.at(-1);
    const cursor = last && { value: last.createdAt, id: last.id };
    const order = {
      orderBy: "createdAt",
      direction: "descending",
      limit: pageLength,
      ...(cursor && { cursor }),
    } as const;
    const page = (await ctx.db.list(model as MirrorModel, where, order)) as readonly CommonRow[];
    rows.push(...page);
    if (page.length < pageLength) return rows;
  }
}

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
    allOf(ctx, subscriptions.model, { customerId, isActive: true, goneAt: null }),
    allOf(ctx, grants.model, { customerId, isGranted: true, isRevoked: false, goneAt: null }),
    allOf(ctx, balances.model, { customerId, goneAt: null }),
  ]);
  return { subscriptions: active, grants: granted, balances: known };
}

/** The newest subscriptions with a failed payment. */
export async function pastDueRows(
  ctx: Context,
  { id: customerId, deletedAt }: BillingCustomerRow,
): Promise<readonly CommonRow[]> {
  if (deletedAt !== null) return [];
  const where = { customerId, isActive: false, status: isIn(["past_due", "unpaid"]), goneAt: null };
  return ctx.db.list(subscriptions.model, where, { orderBy: "createdAt", direction: "descending", limit: pageLength });
}

/** The time of the last change that these rows show. */
export function asOf(rows: readonly CommonRow[]): Date | null {
  const [newest] = rows
    .map(({ version }) => version.slice(0, -2))
    .sort()
    .reverse();
  return newest === undefined ? null : new Date(`${newest}Z`);
}
