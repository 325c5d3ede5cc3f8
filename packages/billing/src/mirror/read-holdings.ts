import { isIn, pagesOf, type Row, type TxContext, type Where } from "@keyhold/core/plugin";
import type { GrantHolding, Holdings, OrderHolding } from "../holding/holdings.js";
import { balances, grants, orders, subscriptions } from "./entities.js";
import type { MirrorModel } from "./mirrored.js";

type Db = TxContext["db"];

/** Which rows of a customer have changed. */
export interface Changed {
  readonly subscriptions: boolean;
  readonly grants: boolean;
  readonly balances: boolean;
  /** The products of the orders that have changed. */
  readonly orderProducts: readonly string[];
}

/** The holdings of a customer: changed kinds are read again, the rest is as before. */
export async function readHoldings(db: Db, customerId: string, before: Holdings, changed: Changed): Promise<Holdings> {
  return {
    subscriptions: changed.subscriptions ? await readSubscriptions(db, customerId) : before.subscriptions,
    orders: await readOrders(db, { customerId, before: before.orders, productIds: changed.orderProducts }),
    grants: changed.grants ? await readGrants(db, customerId) : before.grants,
    balances: changed.balances ? await readBalances(db, customerId) : before.balances,
  };
}

async function readSubscriptions(db: Db, customerId: string): Promise<Holdings["subscriptions"]> {
  const rows = await allOf(db, subscriptions.model, customerId);
  return rows.map((row) => ({
    id: row.id,
    productId: row.productId,
    status: row.status,
    periodStart: textOf(row.currentPeriodStart),
    periodEnd: textOf(row.currentPeriodEnd),
    endsAt: textOf(endOf(row)),
  }));
}

function endOf({ status, endedAt, endsAt, cancelAtPeriodEnd, currentPeriodEnd }: Row<typeof subscriptions.model>) {
  const isToEnd = cancelAtPeriodEnd === true || status === "canceled";
  return endedAt ?? endsAt ?? (isToEnd ? currentPeriodEnd : null);
}

interface ChangedOrders {
  readonly customerId: string;
  readonly before: readonly OrderHolding[];
  readonly productIds: readonly string[];
}

/** A customer may have any number of orders: of each product one order stands for all. */
async function readOrders(db: Db, { customerId, before, productIds }: ChangedOrders): Promise<Holdings["orders"]> {
  const found: OrderHolding[] = before.filter(({ productId }) => !productIds.includes(productId));
  for (const productId of new Set(productIds)) {
    const of = { customerId, isRecurring: false, productId, goneAt: null } as const;
    const newest = { orderBy: "createdAt", direction: "descending", limit: 1 } as const;
    const [paid] = await db.list(orders.model, { ...of, status: isIn(paidStatuses) }, newest);
    const [any] = paid ? [paid] : await db.list(orders.model, of, newest);
    if (any) found.push({ id: any.id, productId, isPaid: paid !== undefined });
  }
  return inOrder(found, ({ productId }) => productId);
}

const paidStatuses = ["paid", "partially_refunded"];

async function readGrants(db: Db, customerId: string): Promise<Holdings["grants"]> {
  const rows = await allOf(db, grants.model, customerId);
  const byBenefit = new Map<string, GrantHolding>();
  for (const { id, benefitId, isGranted, isRevoked } of rows) {
    const grant = { id, benefitId, isGranted: isGranted && !isRevoked };
    if (grant.isGranted || !byBenefit.has(benefitId)) byBenefit.set(benefitId, grant);
  }
  return inOrder([...byBenefit.values()], ({ benefitId }) => benefitId);
}

async function readBalances(db: Db, customerId: string): Promise<Holdings["balances"]> {
  const rows = await allOf(db, balances.model, customerId);
  return rows.flatMap(({ meterId, balance, consumedUnits, version }) => {
    const consumed = typeof consumedUnits === "number" ? consumedUnits : null;
    return typeof balance === "number" ? [{ meterId, balance, consumed, version }] : [];
  });
}

/** Each row of a customer in the order of the ids: the result does not depend on the order of events. */
async function allOf<M extends MirrorModel>(db: Db, model: M, customerId: string): Promise<readonly Row<M>[]> {
  const rows: Row<M>[] = [];
  const where = { customerId, goneAt: null } as unknown as Where<M>;
  for await (const page of pagesOf(db, model, where)) rows.push(...page);
  return rows;
}

const inOrder = <Item>(items: readonly Item[], nameOf: (item: Item) => string): readonly Item[] =>
  items.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));

const textOf = (date: Date | null): string | null => date?.toISOString() ?? null;
