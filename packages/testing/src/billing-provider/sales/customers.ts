import type { CustomerRow } from "../data/rows.js";
import type { Store } from "../data/store.js";
import { type Desk, emit } from "../desk.js";
import { revokeGrants } from "./grants.js";

/** The fields of a new customer that no request has set. */
export const newCustomer = {
  type: "individual",
  external_id: null,
  email: null,
  name: null,
  billing_address: null,
  tax_id: null,
  locale: null,
  metadata: {},
  deleted_at: null,
  card: "works",
} as const satisfies Partial<CustomerRow>;

/** The customer with an address, in any case of letters, or with an external id. Deleted customers have neither. */
export function customerBy(store: Store, name: "email" | "external_id", value: unknown): CustomerRow | undefined {
  if (typeof value !== "string") return undefined;
  const plain = (text: string | null): string | undefined =>
    name === "email" ? text?.toLowerCase() : (text ?? undefined);
  return store.all("customers").find((row) => row.deleted_at === null && plain(row[name]) === plain(value));
}

/** Ends a subscription at once. */
export function endSubscription(desk: Desk, id: string, reason: Partial<Reason> = {}): void {
  const { store, time } = desk;
  const row = store.get("subscriptions", id);
  const at = time.stamp();
  const { canceled_at, cancel_at_period_end: isCanceled } = row;
  store.update("subscriptions", id, {
    ...reason,
    status: "canceled",
    canceled_at: canceled_at ?? at,
    ends_at: at,
    ended_at: at,
    next_payment_attempt_at: null,
  });
  emit(desk, "subscription.updated", id);
  if (!isCanceled) emit(desk, "subscription.canceled", id);
  emit(desk, "subscription.revoked", id);
  revokeGrants(desk, { customer_id: row.customer_id, subscription_id: id, order_id: null });
  emit(desk, "customer.state_changed", row.customer_id);
}

interface Reason {
  readonly customer_cancellation_reason: string | null;
  readonly customer_cancellation_comment: string | null;
}

/** Deletes a customer: ends the subscriptions, and revokes the benefits. `isAnonymized` also erases personal data. */
export function deleteCustomer(desk: Desk, { id }: CustomerRow, isAnonymized: boolean): void {
  const { store, time } = desk;
  for (const row of store.all("subscriptions")) {
    if (row.customer_id === id && row.ended_at === null) endSubscription(desk, row.id);
  }
  for (const row of store.all("grants")) {
    if (row.customer_id === id && row.order_id !== null) revokeGrants(desk, row);
  }
  // A deleted customer cannot pay.
  for (const row of store.all("checkouts")) {
    if (row.customer_id !== id || row.status !== "open") continue;
    store.update("checkouts", row.id, { status: "expired" });
    emit(desk, "checkout.updated", row.id);
    emit(desk, "checkout.expired", row.id);
  }
  const erased = { name: "Deleted customer", email: `${id}@deleted.example`, billing_address: null, metadata: {} };
  store.update("customers", id, { deleted_at: time.stamp(), ...(isAnonymized && erased) });
  emit(desk, "customer.deleted", id);
}
