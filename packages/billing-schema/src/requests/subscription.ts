import { cancellationReason, type ProrationBehavior, prorationBehavior } from "../entities/enumerations.js";
import { choice, date, flag, literal, text } from "../schema/field.js";
import type { ClientIn, ClientOf, WireIn, WireOf } from "../schema/forms.js";
import {
  body,
  changed,
  changes,
  either,
  nothing,
  omissible,
  optional,
  type Part,
  since,
} from "../schema/request/part.js";
import { type RequestBody, requestBody } from "../schema/request/request-body.js";
import { count } from "./amount.js";
import { metadata } from "./metadata.js";
import { id } from "./text.js";

/** The billing of the rest of a period: at once, with the next invoice, or from the next period on. */
const proration: Part<string, ProrationBehavior | "next_period" | "reset", "required"> = changed(
  prorationBehavior,
  /* @__PURE__ */ choice("SubscriptionProrationBehavior", ["invoice", "prorate", "next_period", "reset"]),
);

const productParts = {
  product_id: changed(id, omissible(id)),
  proration_behavior: omissible(proration),
  /** Null takes the discount away. From the next period on. */
  discount_id: since(omissible(id)),
  /** Begins or extends a trial; `"now"` ends the trial, and the customer pays. */
  trial_end: since(omissible(either<string, Date | "now">('a Date or "now"', [date, literal("now")]))),
  metadata: since(optional(metadata)),
};
/** `SubscriptionTermsUpdate` for the API: snake_case, ISO dates. */
export interface SubscriptionTermsUpdateWire extends WireOf<typeof productParts> {}
/** A change of a subscription's product, discount, trial or metadata (client form): camelCase, `Date` values. */
export interface SubscriptionTermsUpdate extends ClientOf<typeof productParts> {}

const seatsParts = { seats: count, proration_behavior: omissible(proration) };
/** `SubscriptionSeatsUpdate` for the API: snake_case. */
export interface SubscriptionSeatsUpdateWire extends WireOf<typeof seatsParts> {}
/** A change of a subscription's seats (client form): camelCase. */
export interface SubscriptionSeatsUpdate extends ClientOf<typeof seatsParts> {}

const unitsParts = { units: count, proration_behavior: omissible(proration) };
/** `SubscriptionUnitsUpdate` for the API: snake_case. */
export interface SubscriptionUnitsUpdateWire extends WireOf<typeof unitsParts> {}
/** A change of a subscription's units (client form): camelCase. */
export interface SubscriptionUnitsUpdate extends ClientOf<typeof unitsParts> {}

const periodParts = { current_billing_period_end: date };
/** `SubscriptionPeriodUpdate` for the API: snake_case, ISO dates. */
export interface SubscriptionPeriodUpdateWire extends WireOf<typeof periodParts> {}
/** A change of the end of a subscription's period (client form): camelCase, `Date` values. */
export interface SubscriptionPeriodUpdate extends ClientOf<typeof periodParts> {}

const reasonParts = {
  customer_cancellation_reason: omissible(cancellationReason),
  /** The customer's own words, shown again in the portal. */
  customer_cancellation_comment: omissible(text),
};

const cancelParts = {
  ...reasonParts,
  /** False takes a cancellation back. */
  cancel_at_period_end: flag,
};
/** `SubscriptionCancel` for the API: snake_case. */
export interface SubscriptionCancelWire extends WireOf<typeof cancelParts> {}
/** A subscription's cancellation at the end of the period (client form): camelCase. */
export interface SubscriptionCancel extends ClientOf<typeof cancelParts> {}

const revokeParts = {
  ...reasonParts,
  /** Ends the subscription at once. */
  revoke: literal(true),
};
/** `SubscriptionRevoke` for the API: snake_case. */
export interface SubscriptionRevokeWire extends WireOf<typeof revokeParts> {}
/** An immediate end of a subscription (client form): camelCase. */
export interface SubscriptionRevoke extends ClientOf<typeof revokeParts> {}

const pauseParts = {
  /** False takes a pause back. */
  pause_at_period_end: flag,
  resumes_at: omissible(date),
};
/** `SubscriptionPause` for the API: snake_case, ISO dates. */
export interface SubscriptionPauseWire extends WireOf<typeof pauseParts> {}
/** A subscription's pause at the end of the period (client form): camelCase, `Date` values. */
export interface SubscriptionPause extends ClientOf<typeof pauseParts> {}

const resumeParts = {
  /** Resumes at once: a new period begins, and the customer pays. */
  resume: literal(true),
};
/** `SubscriptionResume` for the API: snake_case. */
export interface SubscriptionResumeWire extends WireOf<typeof resumeParts> {}
/** An immediate resumption of a subscription (client form): camelCase. */
export interface SubscriptionResume extends ClientOf<typeof resumeParts> {}

const clearParts = {
  /** Cancels the pending change of the next period. */
  pending_update: nothing,
};
/** `SubscriptionClear` for the API: snake_case. */
export interface SubscriptionClearWire extends WireOf<typeof clearParts> {}
/** A withdrawal of a subscription's pending change (client form): camelCase. */
export interface SubscriptionClear extends ClientOf<typeof clearParts> {}

const name = "SubscriptionUpdate";
const members = {
  terms: body<SubscriptionTermsUpdateWire, SubscriptionTermsUpdate>(name, productParts),
  seats: since(body<SubscriptionSeatsUpdateWire, SubscriptionSeatsUpdate>(name, seatsParts)),
  units: since(body<SubscriptionUnitsUpdateWire, SubscriptionUnitsUpdate>(name, unitsParts)),
  period: since(body<SubscriptionPeriodUpdateWire, SubscriptionPeriodUpdate>(name, periodParts)),
  cancel: body<SubscriptionCancelWire, SubscriptionCancel>(name, cancelParts),
  revoke: body<SubscriptionRevokeWire, SubscriptionRevoke>(name, revokeParts),
  pause: since(body<SubscriptionPauseWire, SubscriptionPause>(name, pauseParts)),
  resume: since(body<SubscriptionResumeWire, SubscriptionResume>(name, resumeParts)),
  clear: since(body<SubscriptionClearWire, SubscriptionClear>(name, clearParts)),
};

/** `SubscriptionUpdate` for the API: snake_case, ISO dates. */
export type SubscriptionUpdateWire = WireIn<typeof members>;
/** A change of a subscription (client form): camelCase, `Date` values. */
export type SubscriptionUpdate = ClientIn<typeof members>;

/** `PATCH /v1/subscriptions/{id}`: one change at a time, selected by the keys. */
export const subscriptionUpdate: RequestBody<SubscriptionUpdateWire, SubscriptionUpdate> = requestBody(
  changes(name, [
    { by: ["product_id", "discount_id", "trial_end", "metadata"], of: members.terms },
    { by: ["seats"], of: members.seats },
    { by: ["units"], of: members.units },
    { by: ["current_billing_period_end"], of: members.period },
    { by: ["cancel_at_period_end"], of: members.cancel },
    { by: ["revoke"], of: members.revoke },
    { by: ["pause_at_period_end"], of: members.pause },
    { by: ["resume"], of: members.resume },
    { by: ["pending_update"], of: members.clear },
  ]),
);
