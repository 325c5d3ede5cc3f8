import {
  customerCreate,
  customerSessionCreate,
  customerUpdate,
  customerUpdateByExternalId,
} from "@keyhold/billing-schema/requests";
import { invalidField, notFound } from "../api-error.js";
import { bodyOf, type Call, created, ok, page, passes, type Reply } from "../call.js";
import { secretFor } from "../data/random.js";
import type { CustomerRow, Values } from "../data/rows.js";
import { emit } from "../desk.js";
import { customerBy, deleteCustomer, newCustomer } from "../sales/customers.js";
import { customerView } from "../views/customer.js";
import { stateView } from "../views/state.js";

const byId = ({ desk, id }: Call): CustomerRow => {
  const row = desk.store.find("customers", id);
  if (!row || row.deleted_at !== null) throw notFound();
  return row;
};

const byExternalId = ({ desk, id }: Call): CustomerRow => {
  const row = customerBy(desk.store, "external_id", id);
  if (!row) throw notFound();
  return row;
};

export function createCustomer(call: Call): Reply {
  const { desk, reading } = call;
  const body = bodyOf(call, customerCreate);
  const { owner: _, organization_id: __, tax_id, ...fields } = body as Readonly<Record<string, unknown>>;
  checkUnique(call, fields, null);
  const row = desk.store.insert("customers", { ...newCustomer, ...fields, tax_id: taxIdOf(tax_id) });
  emit(desk, "customer.created", row.id);
  emit(desk, "customer.state_changed", row.id);
  return created(customerView(reading, row));
}

export function listCustomers(call: Call): Reply {
  const { desk, query, reading } = call;
  const text = query.get("query")?.toLowerCase() ?? "";
  const rows = desk.store
    .all("customers")
    .filter(({ deleted_at }) => deleted_at === null)
    .filter(({ email, name, external_id }) => `${email} ${name} ${external_id}`.toLowerCase().includes(text))
    .filter((row) => passes(query, "email", row.email) && passes(query, "external_id", row.external_id));
  return page(call, rows, (row) => customerView(reading, row));
}

export const getCustomer = (call: Call): Reply => ok(customerView(call.reading, byId(call)));
export const getByExternalId = (call: Call): Reply => ok(customerView(call.reading, byExternalId(call)));
export const getState = (call: Call): Reply => ok(stateView(call.reading, byId(call)));
export const getStateByExternalId = (call: Call): Reply => ok(stateView(call.reading, byExternalId(call)));

export const updateCustomer = (call: Call): Reply => change(call, byId(call), bodyOf(call, customerUpdate));

export const updateByExternalId = (call: Call): Reply =>
  change(call, byExternalId(call), bodyOf(call, customerUpdateByExternalId));

function change(call: Call, row: CustomerRow, body: object): Reply {
  const { desk, reading } = call;
  const { tax_id, ...fields } = body as Readonly<Record<string, unknown>>;
  const externalId = fields.external_id ?? row.external_id;
  if (row.external_id !== null && externalId !== row.external_id) {
    throw invalidField("external_id", "Customer external ID cannot be updated.");
  }
  if (row.type === "team" && fields.type === "individual") throw invalidField("type", "A team stays a team.");
  checkUnique(call, fields, row.id);
  const changed = tax_id === undefined ? fields : { ...fields, tax_id: taxIdOf(tax_id) };
  const updated = desk.store.update("customers", row.id, { ...changed, external_id: externalId as string | null });
  emit(desk, "customer.updated", row.id);
  emit(desk, "customer.state_changed", row.id);
  return ok(customerView(reading, updated));
}

export function removeCustomer(call: Call): Reply {
  return remove(call, byId(call));
}

export function removeByExternalId(call: Call): Reply {
  return remove(call, byExternalId(call));
}

function remove({ desk, query }: Call, row: CustomerRow): Reply {
  deleteCustomer(desk, row, query.get("anonymize") === "true");
  return { status: 204, body: null };
}

/** 422 if another customer has the address or the external id. */
function checkUnique({ desk }: Call, fields: Values, ownId: string | null): void {
  const holders = {
    email: "A customer with this email address already exists.",
    external_id: "A customer with this external ID already exists.",
  } as const;
  for (const name of ["email", "external_id"] as const) {
    const holder = customerBy(desk.store, name, fields[name]);
    if (holder && holder.id !== ownId) throw invalidField(name, holders[name]);
  }
}

/** Newer requests have the number alone; the provider detects the format. */
const taxIdOf = (given: unknown): CustomerRow["tax_id"] => {
  if (given === undefined || given === null) return null;
  return Array.isArray(given) ? given : [String(given), "eu_vat"];
};

const sessionSeconds = 3600;

/** A link to the portal. */
export function createSession(call: Call): Reply {
  const { desk, reading } = call;
  const body = bodyOf(call, customerSessionCreate);
  const isById = "customer_id" in body;
  const found = isById
    ? desk.store.find("customers", body.customer_id)
    : customerBy(desk.store, "external_id", body.external_customer_id);
  const field = isById ? "customer_id" : fieldOf(call);
  if (!found || found.deleted_at !== null) throw invalidField(field, "Customer does not exist.");
  const expires = new Date(desk.time.now().getTime() + sessionSeconds * 1000);
  const row = desk.store.insert("sessions", {
    customer_id: found.id,
    token: `polar_cst_${secretFor(desk.store.data.seed, desk.store.random.id())}`,
    expires_at: expires.toISOString(),
    return_url: body.return_url ?? null,
  });
  const { return_url, ...fields } = row;
  return created({
    ...fields,
    ...(call.spelling === "2026-04" && { return_url }),
    customer_portal_url: `${desk.origin}/portal?customer_session_token=${row.token}`,
    customer: customerView(reading, found),
  });
}

/** The name of a customer's external id in the request's spelling. */
const fieldOf = ({ spelling }: Call): string =>
  spelling === "2025-05" ? "customer_external_id" : "external_customer_id";
