import type { OutboxKind } from "@keyhold/core/outbox";
import type { Model } from "@keyhold/core/plugin";
import type { BillingSettings } from "../options.js";
import { removeCustomer } from "../purchase/remove-customer.js";
import { seatsModel } from "../seats/model.js";
import { seatRulesOf } from "../seats/settings.js";
import { syncSeats } from "../seats/sync-seats.js";
import { trialModel, trialNoticeModel } from "../trials/models.js";
import { trialRulesOf } from "../trials/settings.js";

const hasSeats = ({ products }: BillingSettings): boolean => seatRulesOf(products).size > 0;

/** The tables that the products of an app need. */
export const saleTables = (settings: BillingSettings): readonly Model[] => [
  ...(hasSeats(settings) ? [seatsModel] : []),
  ...(trialRulesOf(settings.products).size > 0 ? [trialModel, trialNoticeModel] : []),
];

/** The work at the provider. */
export const outboxOf = (settings: BillingSettings): readonly OutboxKind[] =>
  settings.provider === null
    ? []
    : ([removeCustomer, ...(hasSeats(settings) ? [syncSeats] : [])] as readonly OutboxKind[]);

/** The plugins that the products of an app need. */
export const requiredBy = (settings: BillingSettings): readonly string[] =>
  hasSeats(settings) ? ["organization"] : [];
