import type { Call, Reply } from "../call.js";
import * as catalogue from "./catalogue.js";
import * as checkouts from "./checkouts.js";
import * as customers from "./customers.js";
import { getDiscount, listDiscounts } from "./discounts.js";
import * as orders from "./orders.js";
import * as seats from "./seats.js";
import * as subscriptions from "./subscriptions.js";
import { ingest } from "./usage.js";
import * as webhooks from "./webhooks.js";

type Handler = (call: Call) => Reply;

/** The handlers by method and path; `{id}` is a part of the path. */
const routes: Readonly<Record<string, Handler>> = {
  "GET /v1/benefits/": catalogue.listBenefits,
  "GET /v1/benefits/{id}": catalogue.getBenefit,
  "GET /v1/benefits/{id}/grants": catalogue.listGrants,
  "GET /v1/checkouts/": checkouts.listCheckouts,
  "POST /v1/checkouts/": checkouts.createCheckout,
  "GET /v1/checkouts/{id}": checkouts.getCheckout,
  "GET /v1/customer-meters/": catalogue.listCustomerMeters,
  "POST /v1/customer-sessions/": customers.createSession,
  "GET /v1/customer-seats": seats.listSeats,
  "POST /v1/customer-seats": seats.assignSeat,
  "DELETE /v1/customer-seats/{id}": seats.revokeSeat,
  "GET /v1/customers/": customers.listCustomers,
  "POST /v1/customers/": customers.createCustomer,
  "GET /v1/customers/external/{id}": customers.getByExternalId,
  "PATCH /v1/customers/external/{id}": customers.updateByExternalId,
  "DELETE /v1/customers/external/{id}": customers.removeByExternalId,
  "GET /v1/customers/external/{id}/state": customers.getStateByExternalId,
  "GET /v1/customers/{id}": customers.getCustomer,
  "PATCH /v1/customers/{id}": customers.updateCustomer,
  "DELETE /v1/customers/{id}": customers.removeCustomer,
  "GET /v1/customers/{id}/state": customers.getState,
  "GET /v1/discounts/": listDiscounts,
  "GET /v1/discounts/{id}": getDiscount,
  "POST /v1/events/ingest": ingest,
  "GET /v1/meters/": catalogue.listMeters,
  "GET /v1/meters/{id}": catalogue.getMeter,
  "GET /v1/orders/": orders.listOrders,
  "GET /v1/orders/{id}": orders.getOrder,
  "GET /v1/orders/{id}/invoice": orders.getInvoice,
  "GET /v1/products/": catalogue.listProducts,
  "GET /v1/products/{id}": catalogue.getProduct,
  "GET /v1/refunds/": orders.listRefunds,
  "POST /v1/refunds/": orders.createRefund,
  "GET /v1/subscriptions/": subscriptions.listSubscriptions,
  "GET /v1/subscriptions/{id}": subscriptions.getSubscription,
  "PATCH /v1/subscriptions/{id}": subscriptions.updateSubscription,
  "DELETE /v1/subscriptions/{id}": subscriptions.revokeSubscription,
  "GET /v1/webhooks/deliveries": webhooks.listDeliveries,
  "POST /v1/webhooks/events/{id}/redeliver": webhooks.redeliver,
};

const patterns = Object.entries(routes).map(([route, handler]) => {
  const [method = "", path = ""] = route.split(" ");
  return { method, path, handler, pattern: new RegExp(`^${path.replaceAll("{id}", "([^/]+)")}$`) };
});

/** A found route, with the id in the path. */
export interface FoundRoute {
  readonly handler: Handler;
  readonly id: string;
}

/** The route of a request; the methods of the path, if the method has no route; or the path with a slash at the end. */
export function findRoute(method: string, pathname: string): FoundRoute | { readonly status: 307 | 404 | 405 } {
  const fitting = patterns.filter(({ pattern }) => pattern.test(pathname));
  const found = fitting.find((candidate) => candidate.method === method);
  if (found) return { handler: found.handler, id: decodeURIComponent(found.pattern.exec(pathname)?.[1] ?? "") };
  if (fitting.length > 0) return { status: 405 };
  return { status: patterns.some(({ path }) => path === `${pathname}/`) ? 307 : 404 };
}
