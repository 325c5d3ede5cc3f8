import type { CustomerWire, EventType, OrderWire, ProductWire, SubscriptionWire } from "@keyhold/billing-schema";
import { goods, office, products, teaClub, teaClubYear } from "./catalogue.ts";
import { customerWire, homes, offices, sampleCustomers } from "./people.ts";
import {
  canceled,
  daysBefore,
  ended,
  orderWire,
  priceOf,
  refunded,
  subscriptionWire,
  wireDate,
  withUsage,
} from "./purchases.ts";
import { pick, randomFrom } from "./random.ts";

/** An event as the provider sends it. */
export interface SampleEvent {
  readonly type: EventType;
  readonly timestamp: string;
  readonly data: object;
}

interface Story {
  /** The past, in the order of its events. */
  readonly past: readonly SampleEvent[];
  /** The next event of the present. */
  readonly next: (now: Date) => SampleEvent;
}

const eventOf = (type: EventType, data: object, at: Date): SampleEvent => ({ type, timestamp: wireDate(at), data });

const earnedDays = 90;

/** The sample data: the same for the same `now`. Amounts, names and times come from one sequence of random numbers. */
export function tell(now: Date): Story {
  const random = randomFrom(20_260_504);
  const joined = (index: number): Date => daysBefore(now, earnedDays - 2 - index * 5.4);
  const customers = sampleCustomers((index) => wireDate(joined(index)));
  const events: SampleEvent[] = products.map((product) => eventOf("product.created", product, daysBefore(now, 120)));
  for (const [index, customer] of customers.entries())
    events.push(eventOf("customer.created", customer, joined(index)));

  const subscriptions = new Map<string, SubscriptionWire>();
  for (const index of [...subscribers, ...offices]) {
    const customer = at(customers, index);
    const product = offices.includes(index) ? office : planOf(index);
    const told = subscribe({ index, customer, product, startedAt: daysBefore(joined(index), -1), now });
    events.push(...told.events);
    subscriptions.set(told.subscription.id, told.subscription);
  }

  const bought = buyGoods({ customers, joined, now, random });
  events.push(...bought);
  events.push(...refundSome(bought, now));
  events.sort((one, other) => one.timestamp.localeCompare(other.timestamp));
  return { past: events, next: presentOf({ customers, subscriptions, random }) };
}

/** The homes with a plan: the last one pays by the year. */
const subscribers = homes.slice(3);
const planOf = (index: number): ProductWire => (index === subscribers.at(-1) ? teaClubYear : teaClub);

interface ToSubscribe {
  readonly index: number;
  readonly customer: CustomerWire;
  readonly product: ProductWire;
  readonly startedAt: Date;
  readonly now: Date;
}

/** The events of a subscription: its start, the order of each period, and for some of them the end. */
function subscribe({ index, customer, product, startedAt, now }: ToSubscribe) {
  const id = `subscription_${index + 1}`;
  const periodDays = product.recurring_interval === "year" ? 365 : 30;
  const events: SampleEvent[] = [];
  let periodStart = startedAt;
  for (let period = 0; periodStart < now; period += 1) {
    const reason = period === 0 ? "subscription_create" : "subscription_cycle";
    const order = {
      id: `order_${id}_${period}`,
      customer,
      product,
      at: periodStart,
      reason,
      subscriptionId: id,
    } as const;
    events.push(eventOf("order.paid", orderWire(order), periodStart));
    if (daysBefore(periodStart, -periodDays) > now) break;
    periodStart = daysBefore(periodStart, -periodDays);
  }
  const units = product === office ? 400 + index * 37 : undefined;
  const active = subscriptionWire({
    id,
    customer,
    product,
    startedAt,
    periodStart,
    ...(units === undefined ? {} : { units }),
  });
  events.push(eventOf("subscription.active", active, startedAt));
  if (index === 6) return endWith("subscription.canceled", canceled(active, daysBefore(now, 3)), events);
  if (index === 4) return endWith("subscription.revoked", ended(active, daysBefore(now, 9)), events);
  return { subscription: active, events };
}

function endWith(type: EventType, subscription: SubscriptionWire, events: readonly SampleEvent[]) {
  const timestamp = subscription.canceled_at ?? subscription.created_at;
  return { subscription, events: [...events, { type, timestamp, data: subscription }] };
}

interface Market {
  readonly customers: readonly CustomerWire[];
  readonly joined: (index: number) => Date;
  readonly now: Date;
  readonly random: () => number;
}

/** Orders of goods over the last 60 days; later days have more of them. */
function buyGoods({ customers, joined, now, random }: Market): readonly SampleEvent[] {
  return Array.from({ length: 22 }, (_, number) => {
    const at = daysBefore(now, 59 * (1 - number / 22) ** 1.3 + random() / 4);
    const customer = pick(
      customers.filter((_, index) => joined(index) < at),
      random,
    );
    const order = orderWire({ id: `order_${number + 1}`, customer, product: goodFor(customer, random), at });
    return eventOf("order.paid", order, at);
  });
}

/** The one product in yen is for customers in Japan. */
function goodFor({ billing_address }: CustomerWire, random: () => number): ProductWire {
  const currency = billing_address?.country === "JP" ? "jpy" : "eur";
  return pick(
    goods.filter((product) => priceOf(product).currency === currency),
    random,
  );
}

function refundSome(orders: readonly SampleEvent[], now: Date): readonly SampleEvent[] {
  return [
    { event: orders[6], part: 1, days: 24 },
    { event: orders[15], part: 0.5, days: 5 },
  ].flatMap(({ event, part, days }) => {
    if (!event) return [];
    const at = daysBefore(now, days);
    const { order, refund } = refunded(event.data as OrderWire, part, at);
    return [eventOf("refund.created", refund, at), eventOf("order.refunded", order, at)];
  });
}

interface Present {
  readonly customers: readonly CustomerWire[];
  readonly subscriptions: Map<string, SubscriptionWire>;
  readonly random: () => number;
}

/** Orders, cups of the offices, and now and then a change of a customer. */
function presentOf({ customers, subscriptions, random }: Present): Story["next"] {
  let told = 0;
  return (now) => {
    told += 1;
    if (told % 3 === 0) {
      const subscription = at([...subscriptions.values()], subscribers.length + ((told / 3) % offices.length));
      const used = withUsage(subscription, 1 + Math.floor(random() * 6), now);
      subscriptions.set(used.id, used);
      return eventOf("subscription.updated", used, now);
    }
    const customer = pick(customers, random);
    if (told % 5 === 0) return eventOf("customer.updated", { ...customer, modified_at: wireDate(now) }, now);
    const order = { id: `order_${crypto.randomUUID()}`, customer, product: goodFor(customer, random), at: now };
    return eventOf("order.paid", orderWire(order), now);
  };
}

/** The purchases of a new customer: a subscription and two orders. */
export function purchasesOf(user: { readonly id: string; readonly name: string; readonly email: string }, now: Date) {
  const since = daysBefore(now, 41);
  const customer = customerWire({
    id: `customer_${user.id}`,
    name: user.name,
    email: user.email,
    country: "DE",
    createdAt: wireDate(since),
    userId: user.id,
  });
  const id = `subscription_${user.id}`;
  const periodStart = daysBefore(now, 10);
  const renewal = { customer, product: teaClub, subscriptionId: id } as const;
  const orders = [
    orderWire({ ...renewal, id: `order_${user.id}_1`, at: daysBefore(now, 40), reason: "subscription_create" }),
    orderWire({ ...renewal, id: `order_${user.id}_2`, at: periodStart, reason: "subscription_cycle" }),
    orderWire({ id: `order_${user.id}_3`, customer, product: at(goods, 3), at: daysBefore(now, 4) }),
  ];
  const active = subscriptionWire({ id, customer, product: teaClub, startedAt: daysBefore(now, 40), periodStart });
  return [
    eventOf("customer.created", customer, since),
    eventOf("subscription.active", active, daysBefore(now, 40)),
    ...orders.map((order) => ({ type: "order.paid" as const, timestamp: order.created_at, data: order })),
  ];
}

function at<Value>(values: readonly Value[], index: number): Value {
  const value = values[index];
  if (value === undefined) throw new Error(`There is no entry ${index}.`);
  return value;
}
