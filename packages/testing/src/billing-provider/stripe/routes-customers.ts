import type { CustomerRow, Values } from "../data/rows.js";
import { emit } from "../desk.js";
import { deleteCustomer, newCustomer } from "../sales/customers.js";
import { allowOnly, listOf, type StripeCall, textIn } from "./call.js";
import { invalidParam, noSuch } from "./stripe-error.js";
import { customerOrDeleted, customerView } from "./views/customer.js";

const presentCustomers = ({ desk }: StripeCall): readonly CustomerRow[] =>
  desk.store.all("customers").filter(({ deleted_at }) => deleted_at === null);

export function rowOf({ desk, id }: StripeCall): CustomerRow {
  const row = desk.store.find("customers", id);
  if (!row || row.deleted_at !== null) throw noSuch("customer", id);
  return row;
}

/** Answers a deleted customer, too, by its id alone. */
export function getCustomer({ desk, id }: StripeCall): object {
  const row = desk.store.find("customers", id);
  if (!row) throw noSuch("customer", id);
  return customerOrDeleted(row);
}

const names = ["email", "name", "metadata", "preferred_locales"];

/** Stripe merges metadata; an empty text removes a key. */
function fieldsOf(call: StripeCall, known: Values): Partial<CustomerRow> {
  allowOnly(call, names);
  const { email, name, metadata = {} } = call.fields;
  const merged = Object.entries({ ...known, ...Object(metadata) }).filter(([, value]) => value !== "");
  return {
    ...(email !== undefined && { email: email === "" ? null : String(email) }),
    ...(name !== undefined && { name: name === "" ? null : String(name) }),
    metadata: Object.fromEntries(merged),
  };
}

export function createCustomer(call: StripeCall): object {
  const row = call.desk.store.insert("customers", { ...newCustomer, ...fieldsOf(call, {}) });
  emit(call.desk, "customer.created", row.id);
  return customerView(row);
}

export function updateCustomer(call: StripeCall): object {
  const { id, metadata } = rowOf(call);
  const row = call.desk.store.update("customers", id, fieldsOf(call, metadata));
  emit(call.desk, "customer.updated", id);
  return customerView(row);
}

export function removeCustomer(call: StripeCall): object {
  const row = rowOf(call);
  deleteCustomer(call.desk, row, false);
  return { id: row.id, object: "customer", deleted: true };
}

export function listCustomers(call: StripeCall): object {
  allowOnly(call, ["email", "limit", "starting_after"]);
  const email = textIn(call.fields, "email");
  const rows = presentCustomers(call).filter((row) => email === undefined || row.email === email);
  return listOf(call, rows, customerView);
}

const lagMilliseconds = 60_000;

/** The search by a key of the metadata. As at Stripe, a customer of the last minute is not found. */
export function searchCustomers(call: StripeCall): object {
  allowOnly(call, ["query", "limit", "page"]);
  const [, key, escaped] = /^metadata\["(\w+)"\]:"(.*)"$/.exec(textIn(call.fields, "query") ?? "") ?? [];
  if (key === undefined || escaped === undefined) throw invalidParam("query", "The query is not understood.");
  const wanted = escaped.replaceAll(/\\(["\\])/g, "$1");
  const before = call.desk.time.now().getTime() - lagMilliseconds;
  const rows = presentCustomers(call).filter(
    ({ metadata, created_at }) => metadata[key] === wanted && Date.parse(created_at) < before,
  );
  return { ...listOf({ ...call, fields: { limit: "100" } }, rows, customerView), object: "search_result" };
}
