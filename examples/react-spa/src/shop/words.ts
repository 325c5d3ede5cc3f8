import type { DeliveryView, EventView } from "../../shared/shop.ts";

/** A state in words, and its color. */
export interface Label {
  readonly text: string;
  readonly tone: "good" | "bad" | "plain";
}

const label = (text: string, tone: Label["tone"] = "plain"): Label => ({ text, tone });

const orderStatuses: Readonly<Record<string, Label>> = {
  paid: label("Paid", "good"),
  pending: label("Pending"),
  refunded: label("Refunded", "bad"),
  partially_refunded: label("Partly refunded", "bad"),
};

const subscriptionStatuses: Readonly<Record<string, Label>> = {
  active: label("Active", "good"),
  trialing: label("On trial", "good"),
  incomplete: label("Not paid yet"),
  incomplete_expired: label("Expired"),
  past_due: label("Payment is late", "bad"),
  unpaid: label("Unpaid", "bad"),
  canceled: label("Ended"),
};

const outcomes: Readonly<Record<DeliveryView["outcome"], Label>> = {
  handled: label("Handled", "good"),
  rejected: label("Rejected", "bad"),
  failed: label("Failed", "bad"),
  unknown: label("Unknown type"),
  undecodable: label("Not decoded", "bad"),
};

const eventStatuses: Readonly<Record<EventView["status"], Label>> = {
  claimed: label("Being handled"),
  handled: label("Handled", "good"),
  failed: label("Failed", "bad"),
  unhandled: label("No handler"),
  undecodable: label("Not decoded", "bad"),
};

const reasons: Readonly<Record<string, string>> = {
  purchase: "Purchase",
  subscription_create: "New subscription",
  subscription_cycle: "Renewal",
  subscription_update: "Change of plan",
};

/** Newer versions of the provider may send values that this list does not have. */
const unknown = (value: string): string => value.replaceAll("_", " ");

export const orderStatus = (status: string): Label => orderStatuses[status] ?? label(unknown(status));
export const subscriptionStatus = (status: string, isEnding = false): Label =>
  isEnding && status === "active" ? label("Ends soon") : (subscriptionStatuses[status] ?? label(unknown(status)));
export const eventStatus = (status: EventView["status"]): Label => eventStatuses[status];
export const outcomeLabel = (outcome: DeliveryView["outcome"]): Label => outcomes[outcome];
export const reasonText = (reason: string): string => reasons[reason] ?? unknown(reason);
