import { allowOnly, expands, listOf, type StripeCall, textIn } from "./call.js";
import { invalidParam, noSuch } from "./stripe-error.js";
import { invoiceView, linesView } from "./views/invoice.js";
import { eventNameOf, meterView } from "./views/meter.js";
import { productView } from "./views/product.js";
import { secondsOf } from "./views/seconds.js";

export function getProduct(call: StripeCall): object {
  const row = call.desk.store.find("products", call.id);
  if (!row) throw noSuch("product", call.id);
  return productView(row, expands(call, "default_price"));
}

export function listProducts(call: StripeCall): object {
  allowOnly(call, ["limit", "starting_after"]);
  return listOf(call, call.desk.store.all("products"), (row) => productView(row, expands(call, "data.default_price")));
}

export function getInvoice(call: StripeCall): object {
  const { store, origin } = { store: call.desk.store, origin: call.desk.origin };
  const row = store.find("orders", call.id);
  if (!row) throw noSuch("invoice", call.id);
  return invoiceView(store, origin, row, expands(call, "customer"));
}

/** The lines of an invoice after a cursor, in their order. */
export function listInvoiceLines(call: StripeCall): object {
  allowOnly(call, ["limit", "starting_after"]);
  const row = call.desk.store.find("orders", call.id);
  if (!row) throw noSuch("invoice", call.id);
  const lines = linesView(call.desk.store, row);
  const after = textIn(call.fields, "starting_after");
  const start = after === undefined ? 0 : lines.findIndex(({ id }) => id === after) + 1;
  const end = start + Number(textIn(call.fields, "limit") ?? 10);
  return { object: "list", data: lines.slice(start, end), has_more: end < lines.length };
}

export function listInvoices(call: StripeCall): object {
  allowOnly(call, ["customer", "limit", "starting_after"]);
  const { store, origin } = call.desk;
  const customer = textIn(call.fields, "customer");
  const rows = store.all("orders").filter((row) => customer === undefined || row.customer_id === customer);
  return listOf(call, rows, (row) => invoiceView(store, origin, row, expands(call, "data.customer")));
}

export function listMeters(call: StripeCall): object {
  allowOnly(call, ["limit", "starting_after"]);
  return listOf(call, call.desk.store.all("meters"), meterView);
}

/** Counts usage. An event whose identifier is known is refused. */
export function createMeterEvent(call: StripeCall): object {
  allowOnly(call, ["event_name", "payload", "identifier", "timestamp"]);
  const { desk, fields } = call;
  const { store, time } = desk;
  const name = textIn(fields, "event_name") ?? "";
  const { stripe_customer_id: customer, value } = Object(fields.payload);
  if (!store.all("meters").some((meter) => eventNameOf(meter) === name)) {
    throw invalidParam("event_name", `No active meter found for event name ${name}.`);
  }
  if (!store.find("customers", String(customer))) {
    throw noSuch("customer", String(customer), "payload[stripe_customer_id]");
  }
  const identifier = textIn(fields, "identifier") ?? store.random.id();
  if (store.all("usage").some(({ external_id }) => external_id === identifier)) {
    throw invalidParam("identifier", `An event already exists with identifier ${identifier}.`);
  }
  const seconds = textIn(fields, "timestamp");
  const timestamp = seconds === undefined ? time.now() : new Date(Number(seconds) * 1000);
  const row = store.insert("usage", {
    name,
    timestamp: timestamp.toISOString(),
    customer_id: String(customer),
    external_customer_id: null,
    external_id: identifier,
    metadata: { units: Number(value) },
  });
  return {
    object: "billing.meter_event",
    created: secondsOf(row.created_at),
    event_name: name,
    identifier,
    livemode: false,
    payload: fields.payload,
    timestamp: secondsOf(row.timestamp),
  };
}

/** The events with whether the endpoint has accepted them. */
export function listEvents(call: StripeCall): object {
  allowOnly(call, ["delivery_success", "limit", "starting_after"]);
  const wanted = textIn(call.fields, "delivery_success");
  const rows = call.desk.store.data.events
    .filter(({ state }) => wanted === undefined || (state === "delivered") === (wanted === "true"))
    .map(({ id, createdAt, body }) => ({ id, created_at: createdAt, body }));
  return listOf(call, rows, ({ body }) => JSON.parse(body));
}
