import { date, defineModel, definePlugin, id, integer, text } from "@keyhold/core/plugin";

/** The feed of the dashboard: one row for an event, in one sentence of subject and action. */
export const activityModel = defineModel("shopActivity", {
  id: id(),
  at: date().indexed(),
  type: text(),
  subject: text(),
  detail: text(),
});

/** What the webhook route answered to each delivery. */
export const deliveryModel = defineModel("shopDelivery", {
  id: id(),
  at: date().indexed(),
  eventId: text(),
  eventType: text(),
  outcome: text(),
  note: text(),
});

/** The cups poured on a day of all customers; `id` is the day, e.g. "2026-05-04". */
export const cupsModel = defineModel("shopCups", { id: text(), units: integer() });

/** The app's own tables, made and migrated with those of the auth. */
export const shop = definePlugin({ id: "shop", models: [activityModel, deliveryModel, cupsModel] });
