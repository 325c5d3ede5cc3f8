import type { TableName, Tables } from "./data/rows.js";
import type { Store } from "./data/store.js";
import type { ProviderTime } from "./data/time.js";
import { emitInStripe } from "./stripe/emission.js";
import { checkoutView } from "./views/checkout.js";
import { customerView } from "./views/customer.js";
import { orderView, refundView } from "./views/order.js";
import { benefitView, productView } from "./views/product.js";
import type { Json, Reading, Spelling } from "./views/reading.js";
import { seatView } from "./views/seat.js";
import { grantView, stateView } from "./views/state.js";
import { subscriptionView } from "./views/subscription.js";
import type { WebhookQueue } from "./webhook/queue.js";

/** Whose API and webhooks the provider speaks. */
export type Dialect = "polar" | "stripe";

/** The running provider, as its routes and its clock use it. */
export interface Desk {
  readonly store: Store;
  readonly time: ProviderTime;
  readonly queue: WebhookQueue;
  readonly origin: string;
  /** Whose API and webhooks the provider speaks. */
  readonly dialect: Dialect;
  /** The spelling of webhooks, and of answers to requests without a version. */
  readonly spelling: Spelling;
}

/** Reads the present rows. */
export const readingOf = ({ store, origin }: Desk, spelling: Spelling): Reading => ({
  store,
  origin,
  spelling,
  embedded: store.get,
});

const views = {
  customers: customerView,
  products: productView,
  benefits: benefitView,
  checkouts: checkoutView,
  subscriptions: subscriptionView,
  orders: orderView,
  refunds: refundView,
  grants: grantView,
  seats: seatView,
} satisfies { [Name in TableName]?: (reading: Reading, row: Tables[Name]) => Json };

type Shown = keyof typeof views;

/** The tables by the first word of an event. */
const tableOf = {
  customer: "customers",
  product: "products",
  benefit: "benefits",
  benefit_grant: "grants",
  customer_seat: "seats",
  checkout: "checkouts",
  order: "orders",
  refund: "refunds",
  subscription: "subscriptions",
} as const satisfies Record<string, Shown>;

/** Types of events that the API did not have before versions. */
const newerTypes = [
  ...["checkout.expired", "subscription.past_due", "subscription.cycled"],
  ...["subscription.paused", "subscription.resumed"],
  ...["customer_seat.assigned", "customer_seat.claimed", "customer_seat.revoked"],
];

type EventName = `${keyof typeof tableOf}.${string}`;

/** Sends an event about a row, with the present state of the row. */
export function emit(desk: Desk, type: EventName, id: string): void {
  if (desk.dialect === "stripe") emitInStripe(desk, type, id);
  else emitInPolar(desk, type, id);
}

function emitInPolar(desk: Desk, type: EventName, id: string): void {
  const { store, spelling, queue, time } = desk;
  if (spelling === "2025-05" && newerTypes.includes(type)) return;
  const isStale = queue.deliver.stale && queue.deliver.random.fraction() < 0.5;
  const reading: Reading = { ...readingOf(desk, spelling), embedded: isStale ? store.earlier : store.get };
  const group = type.slice(0, type.indexOf(".")) as keyof typeof tableOf;
  const data =
    type === "customer.state_changed"
      ? stateView(reading, store.get("customers", id))
      : viewOf(reading, tableOf[group], id);
  const envelope = spelling === "2025-05" ? { type } : { type, timestamp: time.stamp(), api_version: spelling };
  queue.add(type, JSON.stringify({ ...envelope, data }));
}

/** The JSON of a row. */
export function viewOf<Name extends Shown>(reading: Reading, table: Name, id: string): Json {
  // The view is for the table of the row.
  const view = views[table] as (reading: Reading, row: Tables[Name]) => Json;
  return view(reading, reading.store.get(table, id));
}
