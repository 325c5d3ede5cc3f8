import type { SubscriptionRow, Values } from "../data/rows.js";
import { emit } from "../desk.js";
import { changeProduct, changeSeats, changeTrial } from "../sales/change.js";
import { endSubscription } from "../sales/customers.js";
import { cancelAtPeriodEnd } from "../sales/subscription-cancel.js";
import { allowOnly, expands, listOf, type StripeCall, textIn } from "./call.js";
import { productOfPrice } from "./routes-checkouts.js";
import { invalidParam, noSuch } from "./stripe-error.js";
import { subscriptionView } from "./views/subscription.js";

function rowOf({ desk, id }: StripeCall): SubscriptionRow {
  const row = desk.store.find("subscriptions", id);
  if (!row) throw noSuch("subscription", id);
  return row;
}

const shown = (call: StripeCall, id: string): object =>
  subscriptionView(call.desk.store, call.desk.store.get("subscriptions", id), expands(call, "customer"));

export const getSubscription = (call: StripeCall): object => shown(call, rowOf(call).id);

export function listSubscriptions(call: StripeCall): object {
  allowOnly(call, ["customer", "status", "limit", "starting_after"]);
  const { store } = call.desk;
  const customer = textIn(call.fields, "customer");
  const status = textIn(call.fields, "status");
  const rows = store
    .all("subscriptions")
    .filter((row) => customer === undefined || row.customer_id === customer)
    .filter((row) => status === "all" || (status === "ended") === (row.status === "canceled"));
  return listOf(call, rows, (row) => subscriptionView(store, row, expands(call, "data.customer")));
}

const names = [
  ...["items", "proration_behavior", "payment_behavior", "discounts", "trial_end", "metadata"],
  ...["cancel_at_period_end", "cancel_at", "cancellation_details"],
];

export function updateSubscription(call: StripeCall): object {
  allowOnly(call, names);
  const { desk, fields } = call;
  const row = rowOf(call);
  if (row.ended_at !== null) throw invalidParam("id", "A canceled subscription can only update its metadata.");
  const [item] = (fields.items ?? []) as readonly Values[];
  if (item) changeItem(call, row, item);
  else if (fields.cancel_at_period_end !== undefined || fields.cancel_at === "") {
    const isCanceled = fields.cancel_at_period_end === "true";
    const { comment = null, feedback = null } = Object(fields.cancellation_details);
    const reason = { customer_cancellation_comment: comment, customer_cancellation_reason: feedback };
    if (isCanceled !== row.cancel_at_period_end) cancelAtPeriodEnd(desk, row, isCanceled, reason);
  } else {
    const { trial_end } = fields;
    if (trial_end !== undefined) {
      changeTrial(desk, row, trial_end === "now" ? "now" : new Date(Number(trial_end) * 1000).toISOString());
    }
    if (fields.metadata !== undefined) {
      desk.store.update("subscriptions", row.id, { metadata: { ...row.metadata, ...Object(fields.metadata) } });
    }
    emit(desk, "subscription.updated", row.id);
  }
  return shown(call, row.id);
}

function changeItem({ desk, fields }: StripeCall, row: SubscriptionRow, { id, price, quantity }: Values): void {
  if (!String(id).startsWith(`si_${row.id}`)) throw noSuch("subscription_item", String(id), "items[0][id]");
  const behavior = fields.proration_behavior === "always_invoice" ? "invoice" : "prorate";
  if (price !== undefined) {
    changeProduct(desk, row, productOfPrice(desk, price, "items[0][price]").id, behavior);
  }
  if (quantity !== undefined) changeSeats(desk, desk.store.get("subscriptions", row.id), Number(quantity), behavior);
  emit(desk, "subscription.updated", row.id);
}

/** Ends a subscription at once. */
export function endAtOnce(call: StripeCall): object {
  const row = rowOf(call);
  if (row.ended_at !== null) throw noSuch("subscription", row.id);
  endSubscription(call.desk, row.id);
  return shown(call, row.id);
}
