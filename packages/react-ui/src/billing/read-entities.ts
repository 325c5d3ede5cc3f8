import type { Order, Subscription } from "./types.js";

/** An entity of the payments provider. A newer version of its API may leave any field out. */
type Entity = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
const numberOf = (value: unknown): number | null => (typeof value === "number" ? value : null);

/** A date, or the text of a date; null: neither. */
export function dateOf(value: unknown): Date | null {
  const date = value instanceof Date ? value : new Date(typeof value === "string" ? value : Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}

const nameIn = ({ product }: Entity): string | null => textOf(Object(product).name);

/** A subscription as the server answers it. */
export function subscriptionOf(entity: Entity): Subscription {
  const periodEnd = dateOf(entity.currentPeriodEnd);
  const isEnding = entity.cancelAtPeriodEnd === true;
  const status = String(entity.status);
  return {
    id: String(entity.id),
    status,
    productId: textOf(entity.productId),
    name: nameIn(entity) ?? "",
    amount: numberOf(entity.amount),
    currency: textOf(entity.currency),
    seats: numberOf(entity.seats),
    interval: textOf(entity.recurringInterval),
    intervalCount: numberOf(entity.recurringIntervalCount) ?? 1,
    periodEnd,
    endsAt: isEnding ? (dateOf(entity.endsAt) ?? periodEnd) : null,
    isTrial: status === "trialing",
    isPastDue: status === "past_due" || status === "unpaid",
  };
}

/** An order as the server answers it. */
export const orderOf = (entity: Entity): Order => ({
  id: String(entity.id),
  status: String(entity.status),
  name: nameIn(entity),
  amount: numberOf(entity.totalAmount) ?? numberOf(entity.netAmount),
  currency: textOf(entity.currency),
  at: dateOf(entity.createdAt),
});
