import { date, defineModel, type Row, text } from "@keyhold/core/plugin";

/**
 * The owners and the buyers with a trial, or with an open checkout with a trial: one row each.
 */
export const trialModel = defineModel(
  "billingTrial",
  {
    /** The external id: of a user, or `org:` with the id of an organization. */
    id: text().atMost(255),
    /** Of a checkout: its owner and its buyer have the same. */
    taking: text().indexed(),
    productId: text(),
    /** Of the checkout with the trial; null until the provider has made the checkout. */
    checkoutId: text().optional(),
    /** Of the purchase: an equal purchase gets the open checkout. */
    fingerprint: text(),
    takenAt: date(),
    /** When the trial began; null while a checkout is open. */
    usedAt: date().optional(),
  },
  { indexes: [["usedAt", "takenAt"]] },
);

/** A row of `billingTrial`. */
export type TrialRow = Row<typeof trialModel>;

/** The subscriptions with an emitted `trial.ending`. */
export const trialNoticeModel = defineModel("billingTrialNotice", {
  /** The provider's id of the subscription. */
  id: text().atMost(255),
  /** The end in the event: a later end is emitted again. */
  endsAt: date().indexed(),
});
