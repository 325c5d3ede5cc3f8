import type { AskedMirror } from "../mirror/absent.js";
import { askedMirror } from "../mirror/asked.js";
import type { BillingSettings } from "../options.js";
import type { SeatSettings } from "../seats/limit.js";
import { seatSettingsOf } from "../seats/seat-settings.js";
import { type TrialRule, trialRulesOf } from "../trials/settings.js";

/** What a purchase needs of the options. */
export interface BuyingSettings extends AskedMirror {
  readonly customers: BillingSettings["customers"];
  readonly checkout: BillingSettings["checkout"];
  readonly seating: SeatSettings;
  readonly trials: ReadonlyMap<string, TrialRule>;
}

/** The settings of an app that sells. Throws without a provider. */
export const buying = (settings: BillingSettings): BuyingSettings => ({
  ...askedMirror(settings),
  customers: settings.customers,
  checkout: settings.checkout,
  seating: seatSettingsOf(settings),
  trials: trialRulesOf(settings.products),
});
