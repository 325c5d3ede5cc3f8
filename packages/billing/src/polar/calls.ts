import {
  benefit,
  benefitGrant,
  checkout,
  customer,
  customerMeter,
  customerSession,
  customerState,
  type Entity,
  listPage,
  meter,
  order,
  product,
  refund,
  subscription,
  type TolerantListPage,
} from "@keyhold/billing-schema";
import {
  checkoutCreate,
  customerCreate,
  customerSessionCreate,
  customerUpdate,
  customerUpdateByExternalId,
  eventsIngest,
  type RequestBody,
  type RequestOptions,
  type SubscriptionUpdate,
  subscriptionUpdate,
} from "@keyhold/billing-schema/requests";
import type {
  BillingProvider,
  ListQuery,
  OwnedQuery,
  ProviderCustomers,
  ProviderSubscriptions,
} from "../provider/billing-provider.js";
import { BillingProviderError } from "../provider/error.js";
import { deliveriesOf } from "./deliveries.js";
import type { PolarRequest, Send } from "./request.js";
import { seatsOf } from "./seats.js";

/** How calls reach the API: users' calls, and lists, which are background work. */
export interface Wire {
  readonly send: Send;
  readonly sendInBackground: Send;
  readonly apiVersion: NonNullable<RequestOptions["apiVersion"]>;
}

type AnyEntity<Tolerant> = Entity<unknown, unknown, Tolerant>;

const tolerant = { mode: "tolerant" } as const;

/** Sends a request, and decodes the answer. An answer that cannot be decoded does not undo what was written. */
async function call<Tolerant>(send: Send, entity: AnyEntity<Tolerant>, request: PolarRequest): Promise<Tolerant> {
  const json = await send(request);
  const decoded = entity.safeDecode(json, tolerant);
  if (decoded.success) return decoded.data;
  const mayHaveHappened = request.method !== "GET";
  const { method, path } = request;
  throw new BillingProviderError(`${method} ${path}`, { reason: "unavailable", mayHaveHappened, cause: decoded.error });
}

/** Null for "not-found". */
const orNull = <Value>(value: Promise<Value>): Promise<Value | null> =>
  value.catch((error: unknown) => {
    if (error instanceof BillingProviderError && error.reason === "not-found") return null;
    throw error;
  });

/** The list of an entity. */
export const list =
  <Tolerant>({ sendInBackground }: Wire, entity: AnyEntity<Tolerant>, path: string, id?: string) =>
  (query: PolarRequest["query"] = {}): Promise<TolerantListPage<Tolerant>> =>
    call(sendInBackground, listPage(entity), { method: "GET", path, query, ...(id !== undefined && { id }) });

/** The query of an owner's list. */
const owned = ({ ownerId, customerId, page, limit }: OwnedQuery): PolarRequest["query"] => ({
  page,
  limit,
  external_customer_id: ownerId,
  customer_id: customerId,
});

const encoded = <Client>(wire: Wire, codec: RequestBody<unknown, Client>, body: Client): object =>
  codec.encode(body, { apiVersion: wire.apiVersion } as RequestOptions);

function customersOf(wire: Wire): ProviderCustomers {
  const { send } = wire;
  const external = "/v1/customers/external/{id}";
  const customers = list(wire, customer, "/v1/customers/");
  // A user who buys waits for the search by an address.
  const found = list({ ...wire, sendInBackground: send }, customer, "/v1/customers/");
  return {
    create: (body) => {
      const request = { method: "POST", path: "/v1/customers/", body: encoded(wire, customerCreate, body) } as const;
      return call(send, customer, request);
    },
    update: (id, changes) => {
      const body = encoded(wire, customerUpdateByExternalId, changes);
      return call(send, customer, { method: "PATCH", path: external, id, body });
    },
    link: (id, externalId) => {
      const body = encoded(wire, customerUpdate, { externalId });
      const request = { method: "PATCH", path: "/v1/customers/{id}", id, body } as const;
      return call(send, customer, request).catch(conflictIfOwned);
    },
    remove: async (id, { anonymize = false } = {}) => {
      await send({ method: "DELETE", path: external, id, query: { anonymize: anonymize || undefined } });
    },
    byOwner: (id) => orNull(call(send, customer, { method: "GET", path: external, id })),
    list: (query = {}) => (query.email === undefined ? customers : found)({ ...query }),
  };
}

/** The provider rejects another external id as a value: an external id never changes. */
function conflictIfOwned(error: unknown): never {
  const isOwned =
    error instanceof BillingProviderError &&
    error.reason === "invalid" &&
    error.issues.some(({ path }) => path.at(-1) === "external_id");
  if (!isOwned) throw error;
  const { status, issues } = error;
  throw new BillingProviderError("link", { reason: "conflict", status, issues, cause: error });
}

function subscriptionsOf(wire: Wire): ProviderSubscriptions {
  const path = "/v1/subscriptions/{id}";
  const update = (id: string, change: SubscriptionUpdate) => {
    const body = encoded(wire, subscriptionUpdate, change);
    return call(wire.send, subscription, { method: "PATCH", path, id, body });
  };
  const subscriptions = list(wire, subscription, "/v1/subscriptions/");
  return {
    get: (id) => call(wire.send, subscription, { method: "GET", path, id }),
    list: (query = {}) => subscriptions({ ...owned(query), active: query.active }),
    change: update,
    cancel: (id, reason = {}) => update(id, { ...reason, cancelAtPeriodEnd: true }),
    uncancel: (id) => update(id, { cancelAtPeriodEnd: false }),
    revoke: (id) => update(id, { revoke: true }),
  };
}

function ordersOf(wire: Wire): BillingProvider["orders"] {
  const orders = list(wire, order, "/v1/orders/");
  return {
    get: (id) => call(wire.send, order, { method: "GET", path: "/v1/orders/{id}", id }),
    list: (query = {}) => orders({ ...owned(query), product_billing_type: query.productBillingType }),
    invoice: async (id) => {
      const json = await wire.send({ method: "GET", path: "/v1/orders/{id}/invoice", id });
      return { url: String(Object(json).url) };
    },
  };
}

async function portal(wire: Wire, ownerId: string, returnUrl?: string): ReturnType<BillingProvider["portal"]> {
  const body = encoded(wire, customerSessionCreate, { externalCustomerId: ownerId, ...(returnUrl && { returnUrl }) });
  const request = { method: "POST", path: "/v1/customer-sessions/", body } as const;
  const { customerPortalUrl, token, expiresAt } = await call(wire.send, customerSession, request).catch(
    (error: unknown) => {
      // The provider rejects an unknown customer as a value.
      const isUnknown = error instanceof BillingProviderError && error.issues.some(({ path }) => isOwner(path.at(-1)));
      throw isUnknown ? new BillingProviderError("portal", { reason: "not-found", cause: error }) : error;
    },
  );
  return { url: customerPortalUrl, token, expiresAt };
}

const isOwner = (name: unknown): boolean => name === "external_customer_id" || name === "customer_external_id";

async function ingest(wire: Wire, events: Parameters<BillingProvider["usage"]["ingest"]>[0]) {
  const body = encoded(wire, eventsIngest, { events });
  const answer = Object(await wire.sendInBackground({ method: "POST", path: "/v1/events/ingest", body }));
  const duplicates = typeof answer.duplicates === "number" ? answer.duplicates : null;
  return { inserted: Number(answer.inserted), duplicates };
}

/** All calls of the port. */
export function callsOf(wire: Wire): Omit<BillingProvider, "id" | "environment" | "capabilities"> {
  const state = { method: "GET", path: "/v1/customers/external/{id}/state" } as const;
  const plain = <Tolerant>(entity: AnyEntity<Tolerant>, path: string) => {
    const pages = list(wire, entity, path);
    return { list: (query: ListQuery = {}) => pages({ ...query }) };
  };
  const balances = list(wire, customerMeter, "/v1/customer-meters/");
  const refunds = list(wire, refund, "/v1/refunds/");
  return {
    customers: customersOf(wire),
    state: (id) => orNull(call(wire.send, customerState, { ...state, id })),
    checkouts: {
      create: (body) => {
        const request = { method: "POST", path: "/v1/checkouts/", body: encoded(wire, checkoutCreate, body) } as const;
        return call(wire.send, checkout, request);
      },
      get: (id) => call(wire.send, checkout, { method: "GET", path: "/v1/checkouts/{id}", id }),
    },
    portal: (ownerId, { returnUrl } = {}) => portal(wire, ownerId, returnUrl),
    subscriptions: subscriptionsOf(wire),
    orders: ordersOf(wire),
    refunds: { list: ({ orderId, ...query } = {}) => refunds({ ...query, order_id: orderId }) },
    grants: {
      list: (id, { customerId, ...query } = {}) =>
        list(wire, benefitGrant, "/v1/benefits/{id}/grants", id)({ ...query, customer_id: customerId }),
    },
    benefits: plain(benefit, "/v1/benefits/"),
    products: plain(product, "/v1/products/"),
    meters: plain(meter, "/v1/meters/"),
    meterBalances: { list: (query = {}) => balances(owned(query)) },
    usage: { ingest: (events) => ingest(wire, events) },
    seats: seatsOf(wire),
    deliveries: deliveriesOf(wire),
  };
}
