import { choice, literal, text } from "../schema/field.js";
import type { ClientIn, ClientOf, WireIn, WireOf } from "../schema/forms.js";
import { body, bounded, kinds, list, omissible, optional, type Part, record } from "../schema/request/part.js";
import { amount, count, unitAmount } from "./amount.js";
import { currency } from "./currency.js";
import { id } from "./text.js";

/* Prices for a single checkout, in newer versions only. */

const taxBehavior = /* @__PURE__ */ choice("TaxBehavior", ["location", "inclusive", "exclusive"]);
const tierType = /* @__PURE__ */ choice("TierType", ["volume", "graduated"]);
const common = { price_currency: optional(currency), tax_behavior: omissible(taxBehavior) };

const tierParts = {
  /** The last unit of this tier; null for the last tier. */
  bound: omissible(count),
  unit_amount: unitAmount,
};
/** `PriceTier` for the API: snake_case. */
export interface PriceTierWire extends WireOf<typeof tierParts> {}
/** A tier of a price (client form): camelCase. */
export interface PriceTier extends ClientOf<typeof tierParts> {}
const tier: Part<PriceTierWire, PriceTier, "required"> = body("PriceTier", tierParts);

const tiersParts = { type: tierType, tiers: someOf(tier) };
/** `PriceTiers` for the API: snake_case. */
export interface PriceTiersWire extends WireOf<typeof tiersParts> {}
/** The tiers of a price (client form): camelCase. */
export interface PriceTiers extends ClientOf<typeof tiersParts> {}
const tiers: Part<PriceTiersWire, PriceTiers, "required"> = body("PriceTiers", tiersParts);

const seatTierParts = { min_seats: count, max_seats: omissible(count), price_per_seat: amount };
/** `SeatTier` for the API: snake_case. */
export interface SeatTierWire extends WireOf<typeof seatTierParts> {}
/** A tier of a price per seat (client form): camelCase. */
export interface SeatTier extends ClientOf<typeof seatTierParts> {}
const seatTier: Part<SeatTierWire, SeatTier, "required"> = body("SeatTier", seatTierParts);

const seatTiersParts = { seat_tier_type: optional(tierType), tiers: someOf(seatTier) };
/** `SeatTiers` for the API: snake_case. */
export interface SeatTiersWire extends WireOf<typeof seatTiersParts> {}
/** The tiers of a price per seat (client form): camelCase. */
export interface SeatTiers extends ClientOf<typeof seatTiersParts> {}
const seatTiers: Part<SeatTiersWire, SeatTiers, "required"> = body("SeatTiers", seatTiersParts);

const fixedParts = { amount_type: literal("fixed"), ...common, price_amount: amount };
/** `FixedPriceCreate` for the API: snake_case. */
export interface FixedPriceCreateWire extends WireOf<typeof fixedParts> {}
/** A fixed price for a single checkout (client form): camelCase. */
export interface FixedPriceCreate extends ClientOf<typeof fixedParts> {}

const customParts = {
  amount_type: literal("custom"),
  ...common,
  minimum_amount: optional(amount),
  maximum_amount: omissible(amount),
  preset_amount: omissible(amount),
};
/** `CustomPriceCreate` for the API: snake_case. */
export interface CustomPriceCreateWire extends WireOf<typeof customParts> {}
/** A price for a single checkout, chosen by the customer (client form): camelCase. */
export interface CustomPriceCreate extends ClientOf<typeof customParts> {}

const meteredUnitParts = {
  amount_type: literal("metered_unit"),
  ...common,
  meter_id: id,
  unit_amount: unitAmount,
  cap_amount: omissible(amount),
};
/** `MeteredUnitPriceCreate` for the API: snake_case. */
export interface MeteredUnitPriceCreateWire extends WireOf<typeof meteredUnitParts> {}
/** A price per unit of a meter for a single checkout (client form): camelCase. */
export interface MeteredUnitPriceCreate extends ClientOf<typeof meteredUnitParts> {}

const seatBasedParts = { amount_type: literal("seat_based"), ...common, seat_tiers: seatTiers };
/** `SeatBasedPriceCreate` for the API: snake_case. */
export interface SeatBasedPriceCreateWire extends WireOf<typeof seatBasedParts> {}
/** A price per seat for a single checkout (client form): camelCase. */
export interface SeatBasedPriceCreate extends ClientOf<typeof seatBasedParts> {}

const unitBasedParts = {
  amount_type: literal("unit_based"),
  ...common,
  tiers,
  minimum_units: omissible(count),
  /** By locale and plural form: `{ en: { "=1": "device", other: "devices" } }`. */
  unit_label: omissible(record(record(text))),
};
/** `UnitBasedPriceCreate` for the API: snake_case. */
export interface UnitBasedPriceCreateWire extends WireOf<typeof unitBasedParts> {}
/** A price per unit for a single checkout (client form): camelCase. */
export interface UnitBasedPriceCreate extends ClientOf<typeof unitBasedParts> {}

const meteredTiersParts = {
  amount_type: literal("metered_tiers"),
  ...common,
  meter_id: id,
  tiers,
  cap_amount: omissible(amount),
};
/** `MeteredTiersPriceCreate` for the API: snake_case. */
export interface MeteredTiersPriceCreateWire extends WireOf<typeof meteredTiersParts> {}
/** A metered price with tiers for a single checkout (client form): camelCase. */
export interface MeteredTiersPriceCreate extends ClientOf<typeof meteredTiersParts> {}

const members = {
  fixed: body<FixedPriceCreateWire, FixedPriceCreate>("FixedPriceCreate", fixedParts),
  custom: body<CustomPriceCreateWire, CustomPriceCreate>("CustomPriceCreate", customParts),
  metered_unit: body<MeteredUnitPriceCreateWire, MeteredUnitPriceCreate>("MeteredUnitPriceCreate", meteredUnitParts),
  seat_based: body<SeatBasedPriceCreateWire, SeatBasedPriceCreate>("SeatBasedPriceCreate", seatBasedParts),
  unit_based: body<UnitBasedPriceCreateWire, UnitBasedPriceCreate>("UnitBasedPriceCreate", unitBasedParts),
  metered_tiers: body<MeteredTiersPriceCreateWire, MeteredTiersPriceCreate>(
    "MeteredTiersPriceCreate",
    meteredTiersParts,
  ),
};

/** `PriceCreate` for the API: snake_case. */
export type PriceCreateWire = WireIn<typeof members>;
/** A price for a single checkout (client form): camelCase. */
export type PriceCreate = ClientIn<typeof members>;

export const priceCreate: Part<PriceCreateWire, PriceCreate, "required"> = kinds("PriceCreate", "amount_type", members);

function someOf<Wire, Client>(of: Part<Wire, Client>): Part<readonly Wire[], readonly Client[], "required"> {
  return bounded(list(of), (value) => Array.isArray(value) && value.length > 0, "a list of at least one tier");
}
