import { date, defineModel, type Row, text } from "@keyhold/core/plugin";

/**
 * The owners, and the users who bought for an organization, who have had a trial, or have a checkout with a trial open:
 * one row each.
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
    /** Of what was asked: the same question gets the same checkout. */
    fingerprint: text(),
    takenAt: date(),
    /** When the trial began; null while a checkout is open. */
    usedAt: date().optional(),
  },
  { indexes: [["usedAt", "takenAt"]] },
);

/** A row of `billingTrial`. */
export type TrialRow = Row<typeof trialModel>;

/** The subscriptions of which the end of the trial was told. */
export const trialNoticeModel = defineModel("billingTrialNotice", {
  /** The provider's id of the subscription. */
  id: text().atMost(255),
  /** The end that was told: a trial with a later end is told again. */
  endsAt: date().indexed(),
});
