import { type CheckoutCreateWire, checkoutCreate } from "@keyhold/billing-schema/requests";
import { invalidField, notFound } from "../api-error.js";
import { bodyOf, type Call, created, ok, page, passes, type Reply } from "../call.js";
import { secretFor } from "../data/random.js";
import type { CheckoutRow, CustomerRow } from "../data/rows.js";
import { type Desk, emit } from "../desk.js";
import { customerBy } from "../sales/customers.js";
import { whyNotApplicable } from "../sales/discounts.js";
import { seatBounds } from "../sales/price.js";
import { checkoutView } from "../views/checkout.js";

const openSeconds = 3600;

type Body = CheckoutCreateWire;

export function createCheckout(call: Call): Reply {
  const { desk, reading } = call;
  return created(checkoutView(reading, newCheckout(desk, bodyOf(call, checkoutCreate))));
}

/** Opens a checkout. 422 for an unknown product, discount or customer, and for seats out of bounds. */
export function newCheckout(desk: Desk, body: Body): CheckoutRow {
  const { store, time } = desk;
  for (const [index, id] of body.products.entries()) {
    const product = store.find("products", id);
    if (!product) throw invalidField("products", `Product ${index} does not exist.`);
    if (product.is_archived) throw invalidField("products", `Product ${index} is archived.`);
  }
  checkDiscount(desk, body);
  const seats = seatsOf(desk, body);
  const expires = new Date(time.now().getTime() + openSeconds * 1000);
  const row = store.insert("checkouts", {
    ...fieldsOf(body, buyerOf(desk, body)),
    seats,
    status: "open",
    client_secret: `polar_c_${secretFor(store.data.seed, store.random.id())}`,
    expires_at: expires.toISOString(),
  });
  emit(desk, "checkout.created", row.id);
  return row;
}

function checkDiscount(desk: Desk, { discount_id, products }: Body): void {
  if (typeof discount_id !== "string") return;
  const discount = desk.store.find("discounts", discount_id);
  if (!discount) throw invalidField("discount_id", "Discount does not exist.");
  const why = whyNotApplicable(desk, discount, products[0] ?? "");
  if (why !== null) throw invalidField("discount_id", why);
}

/** The seats of a checkout, within the bounds of the product and of the checkout; null without a price per seat. */
function seatsOf({ store }: Desk, { products, seats, min_seats, max_seats }: Body): number | null {
  const bounds = seatBounds(store.get("products", products[0] ?? ""));
  if (bounds === null) {
    for (const [field, value] of Object.entries({ seats, min_seats, max_seats })) {
      if (typeof value === "number") throw invalidField(field, "The product has no price per seat.");
    }
    return null;
  }
  const least = Math.max(bounds.min, min_seats ?? 0);
  const most = Math.min(bounds.max, max_seats ?? bounds.max);
  if (least > bounds.max) throw invalidField("min_seats", `Maximum seats is ${bounds.max}.`);
  if (most < least) throw invalidField("max_seats", `Minimum seats is ${least}.`);
  const wanted = seats ?? least;
  if (wanted < least) throw invalidField("seats", `Minimum seats is ${least}.`);
  if (wanted > most) throw invalidField("seats", `Maximum seats is ${most}.`);
  return wanted;
}

/** The customer of the checkout, if already known. 422 for an unknown id. */
function buyerOf({ store }: Desk, { customer_id, external_customer_id }: Body): CustomerRow | null {
  if (typeof customer_id !== "string") return customerBy(store, "external_id", external_customer_id) ?? null;
  const customer = store.find("customers", customer_id);
  if (!customer || customer.deleted_at !== null) throw invalidField("customer_id", "Customer does not exist.");
  return customer;
}

type Fields = Omit<
  CheckoutRow,
  "id" | "created_at" | "modified_at" | "status" | "client_secret" | "expires_at" | "seats"
>;

function fieldsOf(body: Body, customer: CustomerRow | null): Fields {
  const [product_id = ""] = body.products;
  return {
    product_id,
    product_ids: body.products,
    ...pageFields(body),
    chosen_amount: body.amount ?? null,
    min_seats: body.min_seats ?? null,
    max_seats: body.max_seats ?? null,
    discount_id: body.discount_id ?? null,
    allow_trial: body.allow_trial ?? true,
    trial_interval: (body.trial_interval ?? null) as Fields["trial_interval"],
    trial_interval_count: body.trial_interval_count ?? null,
    customer_id: customer?.id ?? null,
    external_customer_id: body.external_customer_id ?? customer?.external_id ?? null,
    customer_email: body.customer_email ?? customer?.email ?? null,
    customer_name: body.customer_name ?? customer?.name ?? null,
    customer_ip_address: body.customer_ip_address ?? null,
    customer_billing_name: body.customer_billing_name ?? null,
    customer_billing_address: (body.customer_billing_address ?? null) as Fields["customer_billing_address"],
    customer_tax_id: body.customer_tax_id ?? null,
    is_business_customer: body.is_business_customer ?? false,
    metadata: body.metadata ?? {},
    custom_field_data: body.custom_field_data ?? {},
    customer_metadata: body.customer_metadata ?? {},
    subscription_id: body.subscription_id ?? null,
  };
}

const pageFields = (body: Body) => ({
  success_url: body.success_url ?? null,
  return_url: body.return_url ?? null,
  embed_origin: body.embed_origin ?? null,
  allow_discount_codes: body.allow_discount_codes ?? true,
  require_billing_address: body.require_billing_address ?? false,
  locale: body.locale ?? null,
});

export function getCheckout({ desk, reading, id }: Call): Reply {
  const row = desk.store.find("checkouts", id);
  if (!row) throw notFound();
  return ok(checkoutView(reading, row));
}

export function listCheckouts(call: Call): Reply {
  const { desk, query, reading } = call;
  const rows = desk.store
    .all("checkouts")
    .filter((row) => passes(query, "customer_id", row.customer_id) && passes(query, "status", row.status));
  return page(call, rows, (row) => checkoutView(reading, row));
}
