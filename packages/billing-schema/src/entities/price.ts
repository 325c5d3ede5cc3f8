import { type Entity, entity, variants } from "../schema/entity.js";
import { absent, choice, date, flag, integer, laterAbsent, literal, nullable, text } from "../schema/field.js";
import type { ClientIn, ClientOf, TolerantIn, TolerantOf, UnknownMember, WireIn, WireOf } from "../schema/forms.js";
import { productPriceType, recurringInterval } from "./enumerations.js";

const priceCommon = {
  created_at: date,
  modified_at: nullable(date),
  id: text,
  is_archived: flag,
  product_id: text,
};

const currentCommon = {
  ...priceCommon,
  /** Newer versions say it of the product alone. */
  type: laterAbsent(productPriceType),
  recurring_interval: laterAbsent(nullable(recurringInterval)),
  legacy: absent,
};

const legacyCommon = {
  ...priceCommon,
  type: choice("LegacyPriceType", ["recurring"]),
  recurring_interval: recurringInterval,
  /** Prices from before products had an interval of their own. */
  legacy: literal(true),
};

const fixedFields = {
  amount_type: literal("fixed"),
  price_currency: text,
  price_amount: integer,
};

const customFields = {
  amount_type: literal("custom"),
  price_currency: text,
  minimum_amount: nullable(integer),
  maximum_amount: nullable(integer),
  preset_amount: nullable(integer),
};

const priceMeterFields = {
  id: text,
  name: text,
};

export interface PriceMeterWire extends WireOf<typeof priceMeterFields> {}
export interface PriceMeter extends ClientOf<typeof priceMeterFields> {}
export interface TolerantPriceMeter extends TolerantOf<typeof priceMeterFields> {}

/** The meter of a metered price. */
export const priceMeter: Entity<PriceMeterWire, PriceMeter, TolerantPriceMeter> = entity(
  "PriceMeter",
  priceMeterFields,
);

const freePriceFields = {
  ...currentCommon,
  amount_type: literal("free"),
};

export interface FreePriceWire extends WireOf<typeof freePriceFields> {}
export interface FreePrice extends ClientOf<typeof freePriceFields> {}
export interface TolerantFreePrice extends TolerantOf<typeof freePriceFields> {}

/** A price of zero. */
export const freePrice: Entity<FreePriceWire, FreePrice, TolerantFreePrice> = entity("FreePrice", freePriceFields);

const fixedPriceFields = {
  ...currentCommon,
  ...fixedFields,
};

export interface FixedPriceWire extends WireOf<typeof fixedPriceFields> {}
export interface FixedPrice extends ClientOf<typeof fixedPriceFields> {}
export interface TolerantFixedPrice extends TolerantOf<typeof fixedPriceFields> {}

/** A fixed price. */
export const fixedPrice: Entity<FixedPriceWire, FixedPrice, TolerantFixedPrice> = entity(
  "FixedPrice",
  fixedPriceFields,
);

const customPriceFields = {
  ...currentCommon,
  ...customFields,
};

export interface CustomPriceWire extends WireOf<typeof customPriceFields> {}
export interface CustomPrice extends ClientOf<typeof customPriceFields> {}
export interface TolerantCustomPrice extends TolerantOf<typeof customPriceFields> {}

/** A price chosen by the customer. */
export const customPrice: Entity<CustomPriceWire, CustomPrice, TolerantCustomPrice> = entity(
  "CustomPrice",
  customPriceFields,
);

const legacyFreePriceFields = {
  ...legacyCommon,
  amount_type: literal("free"),
};

export interface LegacyFreePriceWire extends WireOf<typeof legacyFreePriceFields> {}
export interface LegacyFreePrice extends ClientOf<typeof legacyFreePriceFields> {}
export interface TolerantLegacyFreePrice extends TolerantOf<typeof legacyFreePriceFields> {}

/** A price of zero from before products had an interval. */
export const legacyFreePrice: Entity<LegacyFreePriceWire, LegacyFreePrice, TolerantLegacyFreePrice> = entity(
  "LegacyFreePrice",
  legacyFreePriceFields,
);

const legacyFixedPriceFields = {
  ...legacyCommon,
  ...fixedFields,
};

export interface LegacyFixedPriceWire extends WireOf<typeof legacyFixedPriceFields> {}
export interface LegacyFixedPrice extends ClientOf<typeof legacyFixedPriceFields> {}
export interface TolerantLegacyFixedPrice extends TolerantOf<typeof legacyFixedPriceFields> {}

/** A fixed price from before products had an interval. */
export const legacyFixedPrice: Entity<LegacyFixedPriceWire, LegacyFixedPrice, TolerantLegacyFixedPrice> = entity(
  "LegacyFixedPrice",
  legacyFixedPriceFields,
);

const legacyCustomPriceFields = {
  ...legacyCommon,
  ...customFields,
};

export interface LegacyCustomPriceWire extends WireOf<typeof legacyCustomPriceFields> {}
export interface LegacyCustomPrice extends ClientOf<typeof legacyCustomPriceFields> {}
export interface TolerantLegacyCustomPrice extends TolerantOf<typeof legacyCustomPriceFields> {}

/** A price chosen by the customer, from before products had an interval. */
export const legacyCustomPrice: Entity<LegacyCustomPriceWire, LegacyCustomPrice, TolerantLegacyCustomPrice> = entity(
  "LegacyCustomPrice",
  legacyCustomPriceFields,
);

const meteredPriceFields = {
  ...currentCommon,
  amount_type: literal("metered_unit"),
  price_currency: text,
  /** In the smallest unit of the currency, as a decimal: up to 12 places. */
  unit_amount: text,
  cap_amount: nullable(integer),
  meter_id: text,
  meter: priceMeter,
};

export interface MeteredPriceWire extends WireOf<typeof meteredPriceFields> {}
export interface MeteredPrice extends ClientOf<typeof meteredPriceFields> {}
export interface TolerantMeteredPrice extends TolerantOf<typeof meteredPriceFields> {}

/** A price per unit of a meter. */
export const meteredPrice: Entity<MeteredPriceWire, MeteredPrice, TolerantMeteredPrice> = entity(
  "MeteredPrice",
  meteredPriceFields,
);

const currentPriceMembers = { freePrice, fixedPrice, customPrice, meteredPrice };

/** The fields common to members of newer versions. */
interface NewerCurrentPrice extends TolerantOf<typeof priceCommon> {}

export type CurrentPriceWire = WireIn<typeof currentPriceMembers>;
export type CurrentPrice = ClientIn<typeof currentPriceMembers>;
export type TolerantCurrentPrice =
  | TolerantIn<typeof currentPriceMembers>
  | UnknownMember<"amountType", NewerCurrentPrice>;

/** A price without the legacy flag, by `amountType`. */
export const currentPrice: Entity<CurrentPriceWire, CurrentPrice, TolerantCurrentPrice> = variants(
  "CurrentPrice",
  "amount_type",
  currentPriceMembers,
  { ...priceCommon, legacy: absent },
);

const legacyPriceMembers = { legacyFreePrice, legacyFixedPrice, legacyCustomPrice };

/** The fields common to members of newer versions. */
interface NewerLegacyPrice extends TolerantOf<typeof priceCommon> {}

export type LegacyPriceWire = WireIn<typeof legacyPriceMembers>;
export type LegacyPrice = ClientIn<typeof legacyPriceMembers>;
export type TolerantLegacyPrice = TolerantIn<typeof legacyPriceMembers> | UnknownMember<"amountType", NewerLegacyPrice>;

/** A price with the legacy flag, by `amountType`. */
export const legacyPrice: Entity<LegacyPriceWire, LegacyPrice, TolerantLegacyPrice> = variants(
  "LegacyPrice",
  "amount_type",
  legacyPriceMembers,
  { ...priceCommon, legacy: literal(true) },
);

const priceMembers = { currentPrice, legacyPrice };

export type PriceWire = WireIn<typeof priceMembers>;
export type Price = ClientIn<typeof priceMembers>;
export type TolerantPrice = TolerantIn<typeof priceMembers>;

/** A price of a product. The presence of the key `legacy` decides first, `amountType` second. */
export const price: Entity<PriceWire, Price, TolerantPrice> = variants("Price", "legacy", priceMembers, null);
