import {
  type BenefitGrant,
  type BillingEvent,
  type Customer,
  type CustomerWire,
  customer,
  decodeEvent,
  encodeEvent,
  event,
  isEventType,
  isGrantOf,
  isKnown,
  type JsonObject,
  type Mode,
  meter,
  type Order,
  type OrderStatus,
  order,
  orderStatus,
  type Price,
  price,
  type Schema,
  type TolerantBenefitGrant,
  type TolerantOrder,
  type TolerantPrice,
  type UnknownValue,
} from "../index.js";

/** Code that must not compile, and never runs: the type checker is the test. */

declare const strictOrder: Order;
declare const tolerantOrder: TolerantOrder;
declare const json: unknown;

/* The forms. */

export const wireHasText: CustomerWire["created_at"] = "2031-01-01T00:00:00Z";
export const clientHasDates: Customer["createdAt"] = new Date();
// @ts-expect-error the wire has no Date
export const wireHasNoDate: CustomerWire["created_at"] = new Date();
// @ts-expect-error the client form has no text there
export const clientHasNoText: Customer["createdAt"] = "2031-01-01T00:00:00Z";
// @ts-expect-error the client form has names in camelCase
strictOrder.created_at;
// @ts-expect-error decoded data is readonly
strictOrder.amount = 1;
// @ts-expect-error nested objects too
strictOrder.customer.email = "x";
// @ts-expect-error lists too
strictOrder.items.push(strictOrder.items[0]);

export const wire: string = customer.encode(customer.decode(json)).created_at;
// @ts-expect-error a tolerant client form does not encode to the declared wire form
export const tolerantWire: CustomerWire = customer.encode(customer.decode(json, { mode: "tolerant" }), {
  mode: "tolerant",
});
// @ts-expect-error a tolerant client form is not encoded strictly: null may be where strict mode has none
customer.encode(customer.decode(json, { mode: "tolerant" }));
// @ts-expect-error the wire form is not encoded
customer.encode(customer.encode(customer.decode(json)));
// @ts-expect-error there are two modes
customer.decode(json, { mode: "lenient" });

/* A mode known at run time only. */

declare const either: { readonly mode: Mode };
export const readEither: TolerantOrder = order.decode(json, either);
// @ts-expect-error the mode may have been tolerant
export const readStrictly: Order = order.decode(json, either);
export const wroteEither: JsonObject = order.encode(readEither, either);

/* The schemas. */

export const strictSchema: Schema<Order> = order.clientSchema();
export const tolerantSchema: Schema<TolerantOrder> = order.clientSchema({ mode: "tolerant" });
// @ts-expect-error a tolerant schema may accept newer values
export const newerSchema: Schema<Order> = order.clientSchema({ mode: "tolerant" });
// @ts-expect-error a tolerant wire schema, too
export const newerWireSchema: Schema<CustomerWire> = customer.wireSchema({ mode: "tolerant" });

/* Changes of newer versions. */

export const email: string = strictOrder.customer.email;
export const newerEmail: string | null | undefined = tolerantOrder.customer.email;
// @ts-expect-error newer customers may have no email
export const noEmail: string = tolerantOrder.customer.email;
// @ts-expect-error absent in newer versions
export const noAmount: number = tolerantOrder.amount;
export const productName: string = strictOrder.product.name;
// @ts-expect-error null in newer versions
tolerantOrder.product.name;
export const asTolerant: TolerantOrder = strictOrder;
// @ts-expect-error and not the reverse
export const asStrict: Order = tolerantOrder;

/* Fields without a value. */

export const tax: number = strictOrder.taxAmount;
export const newerTax: number | null = tolerantOrder.taxAmount;
// @ts-expect-error the tax may be null
export const noTax: number = tolerantOrder.taxAmount;
export const essentials: readonly [string, Date, number, string] = [
  tolerantOrder.id,
  tolerantOrder.createdAt,
  tolerantOrder.totalAmount,
  tolerantOrder.customer.id,
];

/* Unknown values. */

export const status: OrderStatus = strictOrder.status;
// @ts-expect-error the status may be newer
export const newerStatus: OrderStatus = tolerantOrder.status;
if (isKnown(orderStatus, tolerantOrder.status)) {
  const known: OrderStatus = tolerantOrder.status;
  void known;
} else {
  const unknown: UnknownValue = tolerantOrder.status;
  void unknown;
}
if (tolerantOrder.status === "paid") {
  const paid: "paid" = tolerantOrder.status;
  void paid;
}
// @ts-expect-error no status of an order, in any version
export const isNoStatus = strictOrder.status === "shipped";

/* Unions. */

export function amountOf(of: Price): number | null {
  switch (of.amountType) {
    case "free":
      return 0;
    case "fixed":
      return of.priceAmount;
    case "custom":
      return of.presetAmount;
    case "metered_unit":
      // @ts-expect-error a metered price has an amount per unit
      of.priceAmount;
      return of.capAmount;
    default: {
      const none: never = of;
      return none;
    }
  }
}

export function tolerantAmountOf(of: TolerantPrice): unknown {
  if (of.amountType === "fixed") {
    const amount: number | null = of.priceAmount;
    return amount;
  }
  if (of.amountType === "free" || of.amountType === "custom" || of.amountType === "metered_unit") return null;
  const kind: UnknownValue = of.amountType;
  // A newer member has the common fields, and all other fields of the sent object.
  const id: string | null = of.id;
  const created: Date | null = of.createdAt;
  return [kind, id, created, of.seatTiers];
}

const decodedPrice = price.decode(json);
if (decodedPrice.legacy) {
  const interval: "month" | "year" = decodedPrice.recurringInterval;
  void interval;
}
// @ts-expect-error only a legacy price has this field
decodedPrice.unitAmount;

export const aggregation = meter.decode(json).aggregation;
// @ts-expect-error counting has no property
export const countedProperty: string = aggregation.property;
if (aggregation.func !== "count") {
  const property: string = aggregation.property;
  void property;
}

/* Grants. */

declare const grant: BenefitGrant;
declare const tolerantGrant: TolerantBenefitGrant;

// @ts-expect-error the type of the benefit is not checked
grant.properties.displayKey;
if (isGrantOf(grant, "license_keys")) {
  const key: string | undefined = grant.properties.displayKey;
  const prefix: string | null = grant.benefit.properties.prefix;
  void key;
  void prefix;
  // @ts-expect-error a property of another benefit's grant
  grant.properties.guildId;
}
if (isGrantOf(tolerantGrant, "github_repository")) {
  // @ts-expect-error the properties may be null
  tolerantGrant.properties.repositoryOwner;
  const owner: string | null | undefined = tolerantGrant.properties?.repositoryOwner;
  void owner;
  // @ts-expect-error the permission may be newer: the benefit is known, not all of its data
  const permission: "pull" | "triage" | "push" | "maintain" | "admin" | null | undefined =
    tolerantGrant.properties?.permission;
  void permission;
  // @ts-expect-error newer customers may have no email: the known benefit does not change the customer
  const address: string = tolerantGrant.customer.email;
  void address;
}
// @ts-expect-error a type unknown to this version
isGrantOf(grant, "feature_flag");

/* Events. */

export function handle(of: BillingEvent): string {
  if (of.type === "order.paid") return of.data.billingReason;
  if (of.type === "customer.state_changed") return String(of.data.activeMeters[0]?.balance);
  // @ts-expect-error not all events carry an order
  of.data.billingReason;
  return of.type;
}

const newerEvent = decodeEvent(json, { mode: "tolerant" });
if (newerEvent.type === "order.paid") {
  const paid: TolerantOrder = newerEvent.data;
  void paid;
}
// @ts-expect-error the data of an unknown event is unknown
newerEvent.data.id;
// @ts-expect-error a tolerant event is encoded tolerantly
encodeEvent(newerEvent);
declare const text: string;
if (isEventType(text)) {
  const type: BillingEvent["type"] = text;
  void type;
}

export const orderPaid = event("order.paid", order);
export const paidOrder: Order = orderPaid.decode(json).data;
// @ts-expect-error the event has only its own type
export const otherType: "order.created" = orderPaid.decode(json).type;
