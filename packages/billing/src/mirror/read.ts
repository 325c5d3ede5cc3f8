import type { JsonObject } from "@keyhold/billing-schema";
import { type Context, isIn, type Where } from "@keyhold/core/plugin";
import type { BillingOwner } from "../provider/owner.js";
import { type BillingCustomerRow, type benefits, customers, type products } from "./entities.js";
import type { AnyMirrored, CommonRow, MirrorModel } from "./mirrored.js";

/**
 * The customer of an owner. Of several, e.g. after a deletion, the customer that got the external id last, and a deleted
 * customer only if each is deleted. Null without a customer.
 */
export async function customerOf(
  ctx: Context,
  { ownerKind, ownerId }: BillingOwner,
): Promise<BillingCustomerRow | null> {
  const last = { orderBy: "ownerVersion", direction: "descending", limit: 1 } as const;
  const [present] = await ctx.db.list(customers.model, { ownerId, ownerKind, deletedAt: null, goneAt: null }, last);
  if (present) return present;
  const [deleted] = await ctx.db.list(customers.model, { ownerId, ownerKind }, last);
  return deleted ?? null;
}

/** Which part of a list. */
export interface PageQuery {
  readonly page: number;
  readonly limit: number;
}

interface Listed<M extends MirrorModel> extends PageQuery {
  readonly mirrored: { readonly model: M } & AnyMirrored;
  readonly where: Where<M>;
}

/** The rows of one page, the newest first, and how many there are. */
export async function pageOfRows<M extends MirrorModel>(
  ctx: Context,
  { mirrored: { model }, where, page, limit }: Listed<M>,
): Promise<{ readonly rows: readonly CommonRow[]; readonly totalCount: number }> {
  const end = page * limit;
  const order = { orderBy: "createdAt", direction: "descending", limit: end + 1 } as const;
  const rows = (await ctx.db.list(model as MirrorModel, where, order)) as readonly CommonRow[];
  // Only a list that goes on after this page is counted.
  const totalCount = rows.length <= end ? rows.length : await ctx.db.count(model as MirrorModel, where);
  return { rows: rows.slice(end - limit, end), totalCount };
}

/** An entity in the client form. */
export type ClientForm = Record<string, unknown>;

/**
 * An entity in the client form: the own fields of the row, and entities of other rows under the names of their fields.
 * What the mirror does not hold is absent.
 */
export function clientForm(mirrored: AnyMirrored, row: CommonRow, inside: JsonObject = {}): ClientForm {
  const decoded = row.wire && mirrored.codec.safeDecode({ ...row.wire, ...inside } as never, { mode: "tolerant" });
  return decoded?.success ? present(Object(decoded.data)) : present(columnsShown(row));
}

/** A tolerant entity has null where a field is absent. */
const present = (data: object): ClientForm =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));

function columnsShown(row: CommonRow): ClientForm {
  const { version: _version, wire: _wire, goneAt: _goneAt, ...columns } = row;
  return columns;
}

/** The provider's form of products or benefits by their ids, by one statement. */
export async function wiresOf(
  ctx: Context,
  { model }: typeof products | typeof benefits,
  ids: readonly unknown[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const wanted = [...new Set(ids.filter((id) => typeof id === "string"))];
  if (wanted.length === 0) return new Map();
  const rows = (await ctx.db.list(
    model as MirrorModel,
    { id: isIn(wanted) },
    { orderBy: "id", limit: wanted.length },
  )) as readonly CommonRow[];
  return new Map(rows.flatMap(({ id, wire }) => (wire ? [[id, wire] as const] : [])));
}

/** A list as the provider answers it. */
export const listAnswer = (items: ClientForm[], { totalCount, limit }: { totalCount: number; limit: number }) => ({
  result: { items, pagination: { totalCount, maxPage: Math.ceil(totalCount / limit) } },
});
