import type { JsonObject } from "@keyhold/billing-schema";
import { checkoutWire } from "../map/checkout.js";
import { customerWire, isDeleted } from "../map/customer.js";
import { orderWire } from "../map/order.js";
import { productWire } from "../map/product.js";
import { subscriptionWire } from "../map/subscription.js";
import {
  idOf,
  type StripeCheckoutSession,
  type StripeCustomer,
  type StripeDeleted,
  type StripePrice,
  type StripeProduct,
} from "../objects.js";
import { readInvoice } from "../orders.js";
import { productOf } from "../products.js";
import { readSubscription } from "../subscriptions.js";
import { orNull, read, type Wire } from "../wire.js";

/** An event in the form of `billing-schema`. */
interface EventWire {
  readonly type: string;
  readonly data: object;
}

type Given = Readonly<Record<string, unknown>> & { readonly id: string };

/** Reads the object of an event as it is now. Null: there is nothing to tell. */
type Reader = (wire: Wire, object: Given) => Promise<EventWire | null>;

/**
 * The event in the form of `billing-schema`. Stripe delivers events in any order, in the API version of the endpoint, and
 * with the object as it was. So the object is read again, as it is now and in our version. A type that is not mapped
 * keeps its data, and its name begins with "stripe.".
 */
export async function readEvent(wire: Wire, { type, data }: JsonObject): Promise<JsonObject> {
  const name = String(type);
  const object: unknown = Object(data).object;
  const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
  const event = reader && hasId(object) ? await reader(wire, object) : null;
  return { ...(event ?? { type: `stripe.${name}`, data: Object(object) }) } as JsonObject;
}

const hasId = (object: unknown): object is Given => typeof Object(object).id === "string";

const customerReader: Reader = async (wire, object) => {
  const request = { method: "GET", path: "/v1/customers/{id}", id: object.id } as const;
  const found = await orNull(read<StripeCustomer | StripeDeleted>(wire, request));
  if (!found) return null;
  if (isDeleted(found.object)) return deletedCustomer(wire, object);
  return { type: "customer.updated", data: customerWire({ object: found.object, readAt: found.readAt }) };
};

/** Stripe keeps the id alone: the rest is in the event. */
const deletedCustomer: Reader = async ({ readTime }, object) => {
  const readAt = readTime();
  const customer = customerWire({ object: object as unknown as StripeCustomer, readAt });
  return { type: "customer.deleted", data: { ...customer, deleted_at: readAt } };
};

const subscriptionReader =
  (type: string): Reader =>
  async (wire, { id }) => {
    const found = await orNull(readSubscription(wire, id));
    const data = found && subscriptionWire(found);
    return data && { type, data };
  };

const orderReader =
  (type: string): Reader =>
  async (wire, { id }) => {
    const found = await orNull(readInvoice(wire, id));
    const data = found && orderWire(found);
    return data && { type, data };
  };

const checkoutReader: Reader = async (wire, { id }) => {
  const request = { method: "GET", path: "/v1/checkout/sessions/{id}", id } as const;
  const fields = { expand: ["line_items"] };
  const found = await orNull(read<StripeCheckoutSession>(wire, { ...request, fields }));
  return found && { type: "checkout.updated", data: checkoutWire(found) };
};

const productReader: Reader = async (wire, { id }) => {
  const found = await productOf(wire, id);
  return found && { type: "product.updated", data: productWire(found) };
};

/** A deleted product is no longer sold. */
const deletedProduct: Reader = async ({ readTime }, object) => {
  const product = { ...(object as unknown as StripeProduct), active: false };
  return { type: "product.updated", data: productWire({ object: product, readAt: readTime() }) };
};

const priceReader: Reader = (wire, object) => {
  const { product } = object as unknown as StripePrice;
  return productReader(wire, { id: idOf(product) });
};

const readers: Readonly<Record<string, Reader>> = {
  "customer.created": customerReader,
  "customer.updated": customerReader,
  "customer.deleted": deletedCustomer,
  "customer.subscription.created": subscriptionReader("subscription.created"),
  "customer.subscription.updated": subscriptionReader("subscription.updated"),
  "customer.subscription.paused": subscriptionReader("subscription.updated"),
  "customer.subscription.resumed": subscriptionReader("subscription.updated"),
  "customer.subscription.deleted": subscriptionReader("subscription.revoked"),
  "invoice.created": orderReader("order.created"),
  "invoice.updated": orderReader("order.updated"),
  "invoice.finalized": orderReader("order.updated"),
  "invoice.paid": orderReader("order.paid"),
  "invoice.payment_failed": orderReader("order.updated"),
  "invoice.marked_uncollectible": orderReader("order.updated"),
  "invoice.voided": orderReader("order.updated"),
  "checkout.session.completed": checkoutReader,
  "checkout.session.async_payment_succeeded": checkoutReader,
  "checkout.session.async_payment_failed": checkoutReader,
  "checkout.session.expired": checkoutReader,
  "product.created": productReader,
  "product.updated": productReader,
  "product.deleted": deletedProduct,
  "price.created": priceReader,
  "price.updated": priceReader,
  "price.deleted": priceReader,
};
