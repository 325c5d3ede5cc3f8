import { subscriptionUpdate } from "@keyhold/billing-schema/requests";
import { ApiError, alreadyCanceled, invalidField, notFound } from "../api-error.js";
import { bodyOf, type Call, ok, page, passes, type Reply } from "../call.js";
import type { SubscriptionRow, Values } from "../data/rows.js";
import { emit } from "../desk.js";
import { changeProduct, changeSeats, changeTrial } from "../sales/change.js";
import { customerBy, endSubscription } from "../sales/customers.js";
import { whyNotApplicable } from "../sales/discounts.js";
import { resume } from "../sales/periods.js";
import { cancelAtPeriodEnd } from "../sales/subscription-cancel.js";
import { subscriptionView } from "../views/subscription.js";

const rowOf = ({ desk, id }: Call): SubscriptionRow => {
  const row = desk.store.find("subscriptions", id);
  if (!row) throw notFound();
  return row;
};

export const getSubscription = (call: Call): Reply => ok(subscriptionView(call.reading, rowOf(call)));

export function listSubscriptions(call: Call): Reply {
  const { desk, query, reading } = call;
  const external = query.get("external_customer_id") ?? query.get("customer_external_id");
  const owner = external === null ? null : (customerBy(desk.store, "external_id", external)?.id ?? "");
  const active = query.get("active");
  const rows = desk.store
    .all("subscriptions")
    .filter((row) => passes(query, "customer_id", row.customer_id) && passes(query, "product_id", row.product_id))
    .filter((row) => owner === null || row.customer_id === owner)
    .filter(({ status }) => active === null || isActive(status) === (active === "true"));
  return page(call, rows, (row) => subscriptionView(reading, row));
}

const isActive = (status: string): boolean => status === "active" || status === "trialing" || status === "past_due";

/** One change at a time, selected by the keys of the body. */
export function updateSubscription(call: Call): Reply {
  const { desk } = call;
  const row = rowOf(call);
  const body: Values = { ...bodyOf(call, subscriptionUpdate) };
  if (row.ended_at !== null) throw alreadyCanceled();
  const reason = {
    customer_cancellation_reason: (body.customer_cancellation_reason ?? null) as string | null,
    customer_cancellation_comment: (body.customer_cancellation_comment ?? null) as string | null,
  };
  if (body.revoke === true) endSubscription(desk, row.id, reason);
  else if (typeof body.cancel_at_period_end === "boolean")
    cancelAtPeriodEnd(desk, row, body.cancel_at_period_end, reason);
  else if (body.resume === true) {
    if (row.status !== "paused") throw invalidField("resume", "The subscription is not paused.");
    resume(desk, row);
  } else if (typeof body.pause_at_period_end === "boolean") changePause(call, row, body);
  else apply(call, row, body);
  emit(desk, "customer.state_changed", row.customer_id);
  return ok(subscriptionView(call.reading, desk.store.get("subscriptions", row.id)));
}

/** Lets a subscription pause at the end of its period, or takes the pause back. */
function changePause({ desk }: Call, row: SubscriptionRow, { pause_at_period_end, resumes_at = null }: Values): void {
  if (row.status === "paused") throw invalidField("pause_at_period_end", "The subscription is paused already.");
  const at = resumes_at === null ? null : new Date(String(resumes_at));
  if (at && !(at > new Date(row.current_period_end))) {
    throw invalidField("resumes_at", "The date is not after the end of the period.");
  }
  const isPausing = pause_at_period_end === true;
  desk.store.update("subscriptions", row.id, {
    pause_at_period_end: isPausing,
    resumes_at: isPausing && at ? at.toISOString() : null,
  });
  emit(desk, "subscription.updated", row.id);
}

const supported = [
  "product_id",
  "proration_behavior",
  "seats",
  "discount_id",
  "trial_end",
  "metadata",
  "pending_update",
];

function apply(call: Call, row: SubscriptionRow, body: Values): void {
  const { desk } = call;
  const unsupported = Object.keys(body).find((key) => !supported.includes(key));
  if (unsupported !== undefined) {
    throw new ApiError(501, {
      error: "NotImplemented",
      detail: `This provider for tests does not change ${unsupported}.`,
    });
  }
  if (typeof body.product_id === "string") changeProduct(desk, row, body.product_id, body.proration_behavior);
  if (body.trial_end !== undefined) changeTrial(desk, row, body.trial_end);
  if (typeof body.seats === "number") changeSeats(desk, row, body.seats, body.proration_behavior);
  const { metadata = row.metadata, discount_id = row.discount_id } = body;
  if (typeof body.discount_id === "string") {
    const discount = desk.store.find("discounts", body.discount_id);
    const why = discount ? whyNotApplicable(desk, discount, row.product_id) : "Discount does not exist.";
    if (why !== null) throw invalidField("discount_id", why);
  }
  desk.store.update("subscriptions", row.id, {
    metadata: metadata as Values,
    ...(body.discount_id !== undefined && { discount_id: discount_id as string | null, discount_applied_at: null }),
    ...(body.pending_update === null && { pending_product_id: null }),
  });
  emit(desk, "subscription.updated", row.id);
}

/** Ends a subscription at once. */
export function revokeSubscription(call: Call): Reply {
  const row = rowOf(call);
  if (row.ended_at !== null) throw alreadyCanceled();
  endSubscription(call.desk, row.id);
  return ok(subscriptionView(call.reading, rowOf(call)));
}
