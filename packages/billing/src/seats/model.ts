import { date, defineModel, json, text } from "@keyhold/core/plugin";

/** What was told about the seats of an organization, so that each change is told once. */
export const seatsModel = defineModel("billingSeats", {
  /** The id of the organization. */
  id: text().atMost(255),
  /** By the provider's id of each subscription: a fingerprint of the members who have a seat. */
  synced: json<Readonly<Record<string, string>>>(),
  /** Since when the organization has more members than seats; null while it has not. */
  exceededAt: date().optional(),
});
