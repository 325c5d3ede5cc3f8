import type { Desk } from "../desk.js";
import { checkoutSessionView } from "./views/checkout.js";
import { customerView } from "./views/customer.js";
import { invoiceView } from "./views/invoice.js";
import { productView } from "./views/product.js";
import { secondsOf } from "./views/seconds.js";
import { subscriptionView } from "./views/subscription.js";

/** The version of the API in which this provider spells its objects. */
export const stripeVersion = "2026-10-28.endive";

/** The events of Stripe by the events of the sales. Stripe has no events for the others. */
const types: Readonly<Record<string, string>> = {
  "customer.created": "customer.created",
  "customer.updated": "customer.updated",
  "customer.deleted": "customer.deleted",
  "subscription.created": "customer.subscription.created",
  "subscription.updated": "customer.subscription.updated",
  "subscription.revoked": "customer.subscription.deleted",
  "order.created": "invoice.created",
  "order.updated": "invoice.updated",
  "order.paid": "invoice.paid",
  "checkout.expired": "checkout.session.expired",
  "product.created": "product.created",
  "product.updated": "product.updated",
};

/** Sends an event about a row, with the present state of the row. */
export function emitInStripe(desk: Desk, saleType: string, rowId: string): void {
  const { store, queue, time } = desk;
  const isPaid = saleType === "checkout.updated" && store.get("checkouts", rowId).status === "succeeded";
  const type = isPaid ? "checkout.session.completed" : types[saleType];
  if (type === undefined) return;
  const object = objectOf(desk, saleType, rowId);
  const created = secondsOf(time.stamp());
  const envelope = { object: "event", api_version: stripeVersion, created, livemode: false, pending_webhooks: 1 };
  queue.add(type, (id) => JSON.stringify({ id, ...envelope, request: null, type, data: { object } }));
}

function objectOf({ store, origin }: Desk, saleType: string, id: string): object {
  switch (saleType.slice(0, saleType.indexOf("."))) {
    case "customer":
      return customerView(store.get("customers", id));
    case "subscription":
      return subscriptionView(store, store.get("subscriptions", id), false);
    case "order":
      return invoiceView(store, origin, store.get("orders", id), false);
    case "checkout":
      return checkoutSessionView(store, origin, store.get("checkouts", id), false);
    default:
      return productView(store.get("products", id), false);
  }
}
