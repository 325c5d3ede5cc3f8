import type { Model, PluginDeclaration } from "@keyhold/core/plugin";
import type { BillingSettings } from "../options.js";
import { removeCustomer } from "../purchase/remove-customer.js";
import { seatsModel } from "../seats/model.js";
import { seatRulesOf } from "../seats/settings.js";
import { syncSeats } from "../seats/sync-seats.js";
import { trialModel, trialNoticeModel } from "../trials/models.js";
import { trialRulesOf } from "../trials/settings.js";

const hasSeats = ({ products }: BillingSettings): boolean => seatRulesOf(products).size > 0;

/** The tables for the products of an app. */
export const saleTables = (settings: BillingSettings): readonly Model[] => [
  ...(hasSeats(settings) ? [seatsModel] : []),
  ...(trialRulesOf(settings.products).size > 0 ? [trialModel, trialNoticeModel] : []),
];

/** The work at the provider, and the plugins for the products of an app. */
export const needsOf = (settings: BillingSettings): Needs => ({
  outbox: settings.provider === null ? [] : [removeCustomer, ...(hasSeats(settings) ? [syncSeats] : [])],
  requires: hasSeats(settings) ? ["organization"] : [],
});

type Needs = Required<Pick<PluginDeclaration, "outbox" | "requires">>;
