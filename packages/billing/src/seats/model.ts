import { date, defineModel, json, text } from "@keyhold/core/plugin";

/** The emitted events about the seats of an organization: each change is emitted once. */
export const seatsModel = defineModel("billingSeats", {
  /** The id of the organization. */
  id: text().atMost(255),
  /** By the provider's id of each subscription: a fingerprint of the members with a seat. */
  synced: json<Readonly<Record<string, string>>>(),
  /** Since when the organization has more members than seats; null while it has not. */
  exceededAt: date().optional(),
});
