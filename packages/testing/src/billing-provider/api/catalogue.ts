import { notFound } from "../api-error.js";
import { type Call, ok, page, passes, type Reply } from "../call.js";
import { customerBy } from "../sales/customers.js";
import { hasMeter } from "../sales/usage.js";
import { benefitView, meterView, productView } from "../views/product.js";
import { customerMeterView, grantView } from "../views/state.js";

export function listProducts(call: Call): Reply {
  const { desk, query, reading } = call;
  const rows = desk.store
    .all("products")
    .filter((row) => passes(query, "id", row.id) && passes(query, "is_archived", row.is_archived))
    .filter((row) => passes(query, "is_recurring", row.recurring_interval !== null));
  return page(call, rows, (row) => productView(reading, row));
}

export function getProduct({ desk, reading, id }: Call): Reply {
  const row = desk.store.find("products", id);
  if (!row) throw notFound();
  return ok(productView(reading, row));
}

export function listBenefits(call: Call): Reply {
  const { desk, query, reading } = call;
  const rows = desk.store.all("benefits").filter((row) => passes(query, "type", row.type));
  return page(call, rows, (row) => benefitView(reading, row));
}

export function getBenefit({ desk, reading, id }: Call): Reply {
  const row = desk.store.find("benefits", id);
  if (!row) throw notFound();
  return ok(benefitView(reading, row));
}

export function listGrants(call: Call): Reply {
  const { desk, query, reading, id } = call;
  if (!desk.store.find("benefits", id)) throw notFound();
  const isGranted = query.get("is_granted");
  const rows = desk.store
    .all("grants")
    .filter((row) => row.benefit_id === id && passes(query, "customer_id", row.customer_id))
    .filter((row) => isGranted === null || (row.revoked_at === null) === (isGranted === "true"));
  return page(call, rows, (row) => grantView(reading, row));
}

export const listMeters = (call: Call): Reply =>
  page(call, call.desk.store.all("meters"), (row) => meterView(call.reading, row));

export function getMeter({ desk, reading, id }: Call): Reply {
  const row = desk.store.find("meters", id);
  if (!row) throw notFound();
  return ok(meterView(reading, row));
}

/** The balances of customers on meters. */
export function listCustomerMeters(call: Call): Reply {
  const { desk, query, reading } = call;
  const { store } = desk;
  const external = query.get("external_customer_id") ?? query.get("customer_external_id");
  const owner = external === null ? null : (customerBy(store, "external_id", external)?.id ?? "");
  const rows = store
    .all("customers")
    .filter(({ id, deleted_at }) => deleted_at === null && passes(query, "customer_id", id))
    .filter(({ id }) => owner === null || id === owner)
    .flatMap((customer) =>
      store
        .all("meters")
        .filter((meter) => passes(query, "meter_id", meter.id) && hasMeter(store, customer, meter))
        .map((meter) => ({ customer, meter, created_at: customer.created_at })),
    );
  return page(call, rows, ({ customer, meter }) => customerMeterView(reading, customer, meter));
}
