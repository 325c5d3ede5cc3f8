import {
  billingCustomerModel,
  billingOrderModel,
  billingProductModel,
  billingSubscriptionModel,
  type OfferedPrice,
} from "@keyhold/billing";
import { after, isIn, type Row } from "@keyhold/core/plugin";
import type {
  ActivityView,
  CustomerView,
  DeliveryView,
  Money,
  OrderView,
  OverviewView,
  PriceView,
  ProductView,
  SubscriptionView,
} from "../../shared/shop.ts";
import { isDevelopment } from "../settings.ts";
import { readUsage } from "./cups.ts";
import { activityModel, deliveryModel } from "./models.ts";
import { store } from "./store.ts";

/** What the dashboard reads: from the mirror of billing(), and from the app's own tables. */
const maxRows = 500;
const newest = { orderBy: "createdAt", direction: "descending", limit: maxRows } as const;
const latest = { orderBy: "at", direction: "descending", limit: 25 } as const;
const day = 86_400_000;

export async function readProducts(): Promise<readonly ProductView[]> {
  const rows = await store().list(billingProductModel, {}, { orderBy: "id", limit: maxRows });
  return rows
    .map(({ id, name, recurringInterval, isArchived, offer }) => ({
      id,
      name: name ?? "A product",
      description: offer?.description ?? null,
      interval: recurringInterval,
      isArchived: isArchived ?? false,
      prices: (offer?.prices ?? []).flatMap(priceView),
    }))
    .toSorted((one, other) => rankOf(one) - rankOf(other) || one.name.localeCompare(other.name));
}

/** Plans, then goods, then what is not for sale any more. */
const rankOf = ({ isArchived, interval }: Pick<ProductView, "isArchived" | "interval">): number =>
  isArchived ? 2 : Number(interval === null);

/** A price as the shop shows it; empty for a kind that this version does not know, and for a price without an amount. */
function priceView({ kind, amount, currency }: OfferedPrice): readonly PriceView[] {
  if (amount === null || currency === null) return [];
  switch (kind) {
    case "fixed":
      return [amount === 0 ? { kind: "free" } : { kind, amount, currency }];
    case "metered":
      return [{ kind, unitAmount: String(amount), currency, meter: "Cups poured" }];
    case "seat":
      return [{ kind, amount, currency }];
    default:
      return [{ kind: "custom", currency, minimum: null }];
  }
}

export async function readOrders(): Promise<readonly OrderView[]> {
  return orderViews(await store().list(billingOrderModel, {}, newest));
}

export async function readSubscriptions(): Promise<readonly SubscriptionView[]> {
  const rows = await store().list(billingSubscriptionModel, {}, newest);
  const names = await namesOf(rows);
  return rows.map((row) => ({
    id: row.id,
    ...names(row),
    status: row.status,
    price: { amount: row.amount, currency: row.currency },
    interval: row.recurringInterval ?? "month",
    isEnding: row.cancelAtPeriodEnd ?? false,
    periodEnd: row.currentPeriodEnd?.toISOString() ?? null,
    seats: row.seats,
  }));
}

export async function readCustomers(): Promise<readonly CustomerView[]> {
  const [customers, orders] = await Promise.all([
    store().list(billingCustomerModel, { deletedAt: null }, newest),
    store().list(billingOrderModel, { status: isIn(paidStatuses) }, { ...newest, limit: 5000 }),
  ]);
  const byCustomer = Map.groupBy(orders, ({ customerId }) => customerId);
  return customers.map((row) => {
    const own = byCustomer.get(row.id) ?? [];
    const address: { readonly country?: unknown } = Object(Object(row.wire).billing_address);
    return {
      id: row.id,
      name: nameOf(row),
      email: row.email ?? "",
      country: typeof address.country === "string" ? address.country : null,
      createdAt: row.createdAt.toISOString(),
      orders: own.length,
      spent: revenueOf(own),
    };
  });
}

export async function readActivity(limit: number = latest.limit): Promise<readonly ActivityView[]> {
  const rows = await store().list(activityModel, {}, { ...latest, limit });
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

export async function readDeliveries(): Promise<readonly DeliveryView[]> {
  const rows = await store().list(deliveryModel, {}, { ...latest, limit: 200 });
  return rows.map((row) => ({ ...row, at: row.at.toISOString(), outcome: row.outcome as DeliveryView["outcome"] }));
}

export async function readOverview(organization: string, now: Date): Promise<OverviewView> {
  const db = store();
  const since = new Date(now.getTime() - 30 * day);
  const [orders, activeSubscriptions, customers, newCustomers, activity] = await Promise.all([
    db.list(billingOrderModel, { createdAt: after(new Date(now.getTime() - 60 * day)) }, { ...newest, limit: 5000 }),
    db.count(billingSubscriptionModel, { isActive: true }),
    db.count(billingCustomerModel, { deletedAt: null }),
    db.count(billingCustomerModel, { deletedAt: null, createdAt: after(since) }),
    readActivity(6),
  ]);
  const paid = orders.filter(({ status }) => paidStatuses.includes(status));
  const before = revenueOf(paid.filter(({ createdAt }) => createdAt <= since));
  const revenue = revenueOf(paid.filter(({ createdAt }) => createdAt > since)).map((money) => ({
    ...money,
    before: before.find(({ currency }) => currency === money.currency)?.amount ?? 0,
  }));
  const usage = isDevelopment ? await readUsage(now) : null;
  const recent = await orderViews(orders.slice(0, 5));
  return { organization, revenue, activeSubscriptions, customers, newCustomers, usage, orders: recent, activity };
}

const paidStatuses: readonly string[] = ["paid", "refunded", "partially_refunded"];

type OrderRow = Row<typeof billingOrderModel>;

/** Net amounts less refunds, by currency, the largest number of orders first. */
function revenueOf(orders: readonly OrderRow[]): readonly Money[] {
  return [...Map.groupBy(orders, ({ currency }) => currency)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([currency, own]) => ({
      currency,
      amount: own.reduce((sum, { netAmount, refundedAmount }) => sum + netAmount - refundedAmount, 0),
    }));
}

async function orderViews(rows: readonly OrderRow[]): Promise<readonly OrderView[]> {
  const names = await namesOf(rows);
  return rows.map((row) => ({
    id: row.id,
    ...names(row),
    reason: row.billingReason ?? "purchase",
    status: row.status,
    total: { amount: row.totalAmount, currency: row.currency },
    refundedAmount: row.refundedAmount,
    createdAt: row.createdAt.toISOString(),
  }));
}

interface Sold {
  readonly customerId: string;
  readonly productId: string | null;
}

/** The names of the customer and of the product of a row, by two statements for all rows. */
async function namesOf(rows: readonly Sold[]) {
  const ids = (idOf: (row: Sold) => string | null) => [...new Set(rows.flatMap((row) => idOf(row) ?? []))];
  const customerIds = ids(({ customerId }) => customerId);
  const productIds = ids(({ productId }) => productId);
  const all = { orderBy: "id", limit: maxRows } as const;
  const [customers, products] = await Promise.all([
    customerIds.length === 0 ? [] : store().list(billingCustomerModel, { id: isIn(customerIds) }, all),
    productIds.length === 0 ? [] : store().list(billingProductModel, { id: isIn(productIds) }, all),
  ]);
  const customerNames = new Map(customers.map((row) => [row.id, nameOf(row)]));
  const productNames = new Map(products.map(({ id, name }) => [id, name]));
  return ({ customerId, productId }: Sold) => ({
    customer: customerNames.get(customerId) ?? "A former customer",
    product: productNames.get(productId ?? "") ?? "Unknown product",
  });
}

function nameOf({ email, wire }: Row<typeof billingCustomerModel>): string {
  const { name }: { readonly name?: unknown } = Object(wire);
  return typeof name === "string" ? name : (email ?? "A customer without a name");
}
