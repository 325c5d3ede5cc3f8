import { type Answer, type Asked, json } from "../../identity-provider/server.js";
import { ApiError } from "../api-error.js";
import type { Desk } from "../desk.js";
import type { StripeCall } from "./call.js";
import { valuesOf } from "./form.js";
import * as catalogue from "./routes-catalogue.js";
import * as checkouts from "./routes-checkouts.js";
import * as customers from "./routes-customers.js";
import * as subscriptions from "./routes-subscriptions.js";
import { inStripe, stripeError } from "./stripe-error.js";

/** The handlers by method and path; `{id}` is a part of the path. A path without it comes before. */
const routes: Readonly<Record<string, (call: StripeCall) => object>> = {
  "GET /v1/customers/search": customers.searchCustomers,
  "GET /v1/customers": customers.listCustomers,
  "POST /v1/customers": customers.createCustomer,
  "GET /v1/customers/{id}": customers.getCustomer,
  "POST /v1/customers/{id}": customers.updateCustomer,
  "DELETE /v1/customers/{id}": customers.removeCustomer,
  "POST /v1/checkout/sessions": checkouts.createSession,
  "GET /v1/checkout/sessions/{id}": checkouts.getSession,
  "POST /v1/billing_portal/sessions": checkouts.createPortalSession,
  "GET /v1/subscriptions": subscriptions.listSubscriptions,
  "GET /v1/subscriptions/{id}": subscriptions.getSubscription,
  "POST /v1/subscriptions/{id}": subscriptions.updateSubscription,
  "DELETE /v1/subscriptions/{id}": subscriptions.endAtOnce,
  "GET /v1/invoices": catalogue.listInvoices,
  "GET /v1/invoices/{id}": catalogue.getInvoice,
  "GET /v1/invoices/{id}/lines": catalogue.listInvoiceLines,
  "GET /v1/products": catalogue.listProducts,
  "GET /v1/products/{id}": catalogue.getProduct,
  "GET /v1/billing/meters": catalogue.listMeters,
  "POST /v1/billing/meter_events": catalogue.createMeterEvent,
  "GET /v1/events": catalogue.listEvents,
};

const patterns = Object.entries(routes).map(([route, handler]) => {
  const [method = "", path = ""] = route.split(" ");
  return { method, handler, pattern: new RegExp(`^${path.replace("{id}", "([^/]+)")}$`) };
});

/** The answers by the idempotency key, with the request. */
const answersOf = new WeakMap<Desk["store"], Map<string, { readonly request: string; readonly answer: Answer }>>();

/** Answers a request in the dialect of Stripe. An answer to a POST is kept for requests with the same key. */
export function respondInStripe(desk: Desk, asked: Asked): Answer {
  const { method, url, headers, body } = asked;
  const key = method === "POST" ? headers.get("idempotency-key") : null;
  const request = `${url.pathname} ${body}`;
  const answers = answersOf.get(desk.store) ?? new Map();
  answersOf.set(desk.store, answers);
  const known = key === null ? undefined : answers.get(key);
  if (known && known.request !== request) {
    const message = "Keys for idempotent requests can only be used with the same parameters.";
    return answerOf(stripeError(400, { type: "idempotency_error", message }));
  }
  if (known) return { ...known.answer, headers: { ...known.answer.headers, "idempotent-replayed": "true" } };
  const answer = handled(desk, asked);
  if (key !== null) answers.set(key, { request, answer });
  return answer;
}

function handled(desk: Desk, { method, url, headers, body }: Asked): Answer {
  try {
    if (headers.get("authorization") !== `Bearer ${desk.store.data.accessToken}`) {
      throw stripeError(401, { type: "invalid_request_error", message: "Invalid API Key provided." });
    }
    const found = patterns.find((route) => route.method === method && route.pattern.test(url.pathname));
    if (!found) {
      throw stripeError(404, {
        type: "invalid_request_error",
        message: `Unrecognized request URL (${method}: ${url.pathname}).`,
      });
    }
    const id = decodeURIComponent(found.pattern.exec(url.pathname)?.[1] ?? "");
    const fields = valuesOf(method === "POST" ? new URLSearchParams(body) : url.searchParams);
    return json(desk.store.transaction(() => found.handler({ desk, id, fields })));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return answerOf(inStripe(error));
  }
}

const answerOf = ({ status, body }: ApiError): Answer => json(body, status);
