import { after, type Row } from "@keyhold/core/plugin";
import type {
  ActivityView,
  CustomerView,
  DeliveryView,
  Money,
  OrderView,
  OverviewView,
  PortalView,
  ProductView,
  SubscriptionView,
} from "../../shared/shop.ts";
import { isDevelopment } from "../settings.ts";
import { activityModel, customerModel, deliveryModel, orderModel, productModel, subscriptionModel } from "./models.ts";
import { usageUntil } from "./sample/usage.ts";
import { store } from "./store.ts";

/** What the dashboard and the portal read, from the app's own tables. */
const maxRows = 500;
const newest = { orderBy: "createdAt", direction: "descending", limit: maxRows } as const;
const latest = { orderBy: "at", direction: "descending", limit: 25 } as const;
const day = 86_400_000;

export async function readProducts(): Promise<readonly ProductView[]> {
  const rows = await store().list(productModel, {}, { orderBy: "id", limit: maxRows });
  return rows
    .map(({ id, name, description, interval, isArchived, prices }) => ({
      id,
      name,
      description,
      interval,
      isArchived,
      prices,
    }))
    .toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Plans, then goods, then what is not for sale any more. */
const rankOf = ({ isArchived, interval }: Pick<ProductView, "isArchived" | "interval">): number =>
  isArchived ? 2 : Number(interval === null);

export async function readOrders(): Promise<readonly OrderView[]> {
  return (await store().list(orderModel, {}, newest)).map(orderView);
}

export async function readSubscriptions(): Promise<readonly SubscriptionView[]> {
  return (await store().list(subscriptionModel, {}, newest)).map(subscriptionView);
}

export async function readCustomers(): Promise<readonly CustomerView[]> {
  const [customers, orders] = await Promise.all([
    store().list(customerModel, { deletedAt: null }, newest),
    store().list(orderModel, { isPaid: true }, { ...newest, limit: 5000 }),
  ]);
  const byCustomer = Map.groupBy(orders, ({ customerId }) => customerId);
  return customers.map(({ id, name, email, country, createdAt }) => {
    const own = byCustomer.get(id) ?? [];
    return { id, name, email, country, createdAt: createdAt.toISOString(), orders: own.length, spent: revenueOf(own) };
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
    db.list(orderModel, { createdAt: after(new Date(now.getTime() - 60 * day)) }, { ...newest, limit: 5000 }),
    db.count(subscriptionModel, { status: "active" }),
    db.count(customerModel, { deletedAt: null }),
    db.count(customerModel, { deletedAt: null, createdAt: after(since) }),
    readActivity(6),
  ]);
  const paid = orders.filter(({ isPaid }) => isPaid);
  const before = revenueOf(paid.filter(({ createdAt }) => createdAt <= since));
  const revenue = revenueOf(paid.filter(({ createdAt }) => createdAt > since)).map((money) => ({
    ...money,
    before: before.find(({ currency }) => currency === money.currency)?.amount ?? 0,
  }));
  const usage = isDevelopment ? usageUntil(now) : null;
  const recent = orders.slice(0, 5).map(orderView);
  return { organization, revenue, activeSubscriptions, customers, newCustomers, usage, orders: recent, activity };
}

/** The purchases of a user, who is a customer by the provider's `external_id`. */
export async function readPortal(userId: string): Promise<PortalView> {
  const db = store();
  const customers = await db.list(customerModel, { userId }, { orderBy: "id", limit: 10 });
  const own = await Promise.all(
    customers.map(async ({ id: customerId }) => ({
      subscriptions: await db.list(subscriptionModel, { customerId }, newest),
      orders: await db.list(orderModel, { customerId }, newest),
    })),
  );
  return {
    subscriptions: own.flatMap(({ subscriptions }) => subscriptions.map(subscriptionView)),
    orders: own.flatMap(({ orders }) => orders.map(orderView)),
  };
}

/** Net amounts less refunds, by currency, the largest number of orders first. */
function revenueOf(orders: readonly Row<typeof orderModel>[]): readonly Money[] {
  return [...Map.groupBy(orders, ({ currency }) => currency)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([currency, own]) => ({
      currency,
      amount: own.reduce((sum, { netAmount, refundedAmount }) => sum + netAmount - refundedAmount, 0),
    }));
}

const orderView = (row: Row<typeof orderModel>): OrderView => ({
  id: row.id,
  customer: row.customerName,
  product: row.product,
  reason: row.reason,
  status: row.status,
  total: { amount: row.totalAmount, currency: row.currency },
  refundedAmount: row.refundedAmount,
  createdAt: row.createdAt.toISOString(),
});

const subscriptionView = (row: Row<typeof subscriptionModel>): SubscriptionView => ({
  id: row.id,
  customer: row.customerName,
  product: row.product,
  description: row.description,
  status: row.status,
  price: { amount: row.amount, currency: row.currency },
  interval: row.interval,
  isEnding: row.isEnding,
  periodEnd: row.periodEnd?.toISOString() ?? null,
  meters: row.meters,
});
