import { date, defineModel, json, type Row, text } from "@keyhold/core/plugin";
import type { UsageHolding } from "../balance/balance.js";
import type { Holdings } from "./holdings.js";

/**
 * What each customer has, for the question whether an owner has an entitlement: one row of a customer, written in the
 * transactions that write the mirror.
 */
export const holdingModel = defineModel(
  "billingHolding",
  {
    /** The customer's id at the provider. */
    id: text().atMost(255),
    /** The customer's external id; null for a customer without an owner, and for a deleted customer. */
    owner: text().optional(),
    holdings: json<Holdings>(),
    /** The entitlements of the customer that were told by "entitlement.gained" and not by "entitlement.lost". */
    told: json<readonly string[]>(),
    /** When the next of the told entitlements ends without an event of the provider. */
    endsAt: date().optional(),
    /** The usage since the provider's last balances. */
    usage: json<UsageHolding>().optional(),
    /** When the oldest usage was sent, of the usage beyond the provider's balances. */
    usageSentAt: date().optional(),
  },
  {
    indexes: [
      ["owner", "id"],
      ["endsAt", "id"],
      ["usageSentAt", "id"],
    ],
  },
);

/** A row of `billingHolding`. */
export type HoldingRow = Row<typeof holdingModel>;
