import { nextPeriodStart } from "@keyhold/billing-schema/rules";
import type { OrderRow, SubscriptionRow } from "../data/rows.js";
import { type BillingDuration, later } from "../data/time.js";
import { type Desk, emit } from "../desk.js";
import { endSubscription } from "./customers.js";
import { discountOfPeriod } from "./discounts.js";
import { cycleGrants, grantBenefits, revokeGrants } from "./grants.js";
import { createOrder, payOrder, usageItems } from "./orders.js";
import { expire } from "./purchase.js";

/** What happens at a time without a request: a checkout expires, a period ends, a failed payment is tried again. */
interface Job {
  readonly at: Date;
  run(): void;
}

/** Days after the first failed payment of a period on which the payment is tried again. */
const retryDays = [2, 7, 14, 21];

function nextJob(desk: Desk): Job | null {
  const { store } = desk;
  const checkouts = store
    .all("checkouts")
    .filter(({ status }) => status === "open")
    .map((row) => ({ at: new Date(row.expires_at), run: () => expire(desk, row) }));
  const subscriptions = store
    .all("subscriptions")
    .filter(({ ended_at, status, resumes_at }) => ended_at === null && (status !== "paused" || resumes_at !== null))
    .map((row) => {
      if (row.status === "paused") return { at: new Date(row.resumes_at ?? ""), run: () => resume(desk, row) };
      const isRetry = row.next_payment_attempt_at !== null && row.next_payment_attempt_at < row.current_period_end;
      return {
        at: new Date(isRetry ? (row.next_payment_attempt_at ?? "") : row.current_period_end),
        run: () => (isRetry ? retryPayment(desk, row) : renew(desk, row.id)),
      };
    });
  const [first = null] = [...checkouts, ...subscriptions].sort((one, other) => one.at.getTime() - other.at.getTime());
  return first;
}

/** Runs all jobs that are due. */
export function settle(desk: Desk): void {
  for (let job = nextJob(desk); job && job.at <= desk.time.now(); job = nextJob(desk)) job.run();
}

/** When the next job or the next delivery is due, in milliseconds since 1970. */
export function nextDueAt(desk: Desk): number | null {
  const due = [nextJob(desk)?.at.getTime(), desk.queue.nextDueAt()].filter((at) => typeof at === "number");
  return due.length === 0 ? null : Math.min(...due);
}

/** Forwards the clock. All that is due meanwhile happens at its time, and is delivered before the next. */
export async function forward(desk: Desk, duration: BillingDuration): Promise<void> {
  const target = later(desk.time.now(), duration);
  for (let at = nextDueAt(desk); at !== null && at <= target.getTime(); at = nextDueAt(desk)) {
    desk.time.advanceTo(new Date(at));
    settle(desk);
    await desk.queue.run();
  }
  desk.time.advanceTo(target);
}

/** Begins the next period of a subscription, or ends a canceled subscription. */
export function renew(desk: Desk, id: string): void {
  const { store, time } = desk;
  const before = store.get("subscriptions", id);
  if (before.cancel_at_period_end) {
    endSubscription(desk, id);
    return;
  }
  if (before.pause_at_period_end) {
    pause(desk, before);
    return;
  }
  const usage = [...before.pending_items, ...usageItems(desk, before)];
  const product = store.get("products", before.pending_product_id ?? before.product_id);
  const interval = product.recurring_interval ?? "month";
  const start = before.current_period_end;
  const end = nextPeriodStart(new Date(start), { interval, anchorDay: before.anchor_day });
  const discount = discountOfPeriod(desk, before, start);
  const subscription = store.update("subscriptions", id, {
    status: "active",
    discount_id: discount?.id ?? null,
    discount_applied_at: discount ? (before.discount_applied_at ?? start) : null,
    product_id: product.id,
    pending_product_id: null,
    pending_items: [],
    current_period_start: start,
    current_period_end: end.toISOString(),
  });
  emit(desk, "subscription.cycled", id);
  emit(desk, "subscription.updated", id);
  const customer = store.get("customers", subscription.customer_id);
  const about = { customer, product, subscription, usage, discount };
  const order = createOrder(desk, { ...about, billing_reason: "subscription_cycle" });
  if (customer.card === "works") payOrder(desk, order.id);
  else failPayment(desk, subscription, order, time.now());
  const source = { customer_id: customer.id, subscription_id: id, order_id: null };
  cycleGrants(desk, source);
  grantBenefits(desk, product.id, source);
  emit(desk, "customer.state_changed", customer.id);
}

/** Pauses a subscription: it grants no benefit and is not paid for. */
function pause(desk: Desk, { id, customer_id }: SubscriptionRow): void {
  desk.store.update("subscriptions", id, {
    status: "paused",
    pause_at_period_end: false,
    paused_at: desk.time.stamp(),
  });
  emit(desk, "subscription.updated", id);
  emit(desk, "subscription.paused", id);
  revokeGrants(desk, { customer_id, subscription_id: id, order_id: null });
  emit(desk, "customer.state_changed", customer_id);
}

/** Begins a new period of a paused subscription, which the customer pays. */
export function resume(desk: Desk, { id }: SubscriptionRow): void {
  const now = desk.time.stamp();
  desk.store.update("subscriptions", id, {
    ...{ status: "active", paused_at: null, resumes_at: null, current_period_end: now },
    anchor_day: new Date(now).getUTCDate(),
  });
  renew(desk, id);
  emit(desk, "subscription.resumed", id);
}

/** Notes a declined payment. After the last try the subscription ends. */
function failPayment(desk: Desk, row: SubscriptionRow, order: OrderRow, firstFailedAt: Date): void {
  const { store, time } = desk;
  const days = retryDays[row.failed_payments];
  if (days === undefined) {
    store.update("orders", order.id, { status: "void", next_payment_attempt_at: null });
    emit(desk, "order.updated", order.id);
    endSubscription(desk, row.id);
    return;
  }
  const next = later(firstFailedAt, { days }).toISOString();
  store.update("orders", order.id, { next_payment_attempt_at: next });
  emit(desk, "order.updated", order.id);
  store.update("subscriptions", row.id, {
    status: "past_due",
    past_due_at: row.past_due_at ?? time.stamp(),
    failed_payments: row.failed_payments + 1,
    next_payment_attempt_at: next,
  });
  emit(desk, "subscription.updated", row.id);
  if (row.status !== "past_due") emit(desk, "subscription.past_due", row.id);
}

function retryPayment(desk: Desk, row: SubscriptionRow): void {
  const { store } = desk;
  const customer = store.get("customers", row.customer_id);
  const order = store.all("orders").findLast(({ subscription_id }) => subscription_id === row.id);
  if (!order) return;
  if (customer.card === "declined") failPayment(desk, row, order, new Date(row.past_due_at ?? 0));
  else recover(desk, row, order);
  emit(desk, "customer.state_changed", customer.id);
}

function recover(desk: Desk, { id }: SubscriptionRow, order: OrderRow): void {
  desk.store.update("subscriptions", id, {
    status: "active",
    past_due_at: null,
    failed_payments: 0,
    next_payment_attempt_at: null,
  });
  emit(desk, "subscription.updated", id);
  emit(desk, "subscription.active", id);
  payOrder(desk, order.id);
}
