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
  /** In newer versions only the product has this field. */
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

/** `PriceMeter` from the API: snake_case. */
export interface PriceMeterWire extends WireOf<typeof priceMeterFields> {}
/** The meter of a metered price (client form): camelCase. */
export interface PriceMeter extends ClientOf<typeof priceMeterFields> {}
/** `PriceMeter` of any API version: unknown values stay. */
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

/** `FreePrice` from the API: snake_case, ISO dates. */
export interface FreePriceWire extends WireOf<typeof freePriceFields> {}
/** A price of zero (client form): camelCase, `Date` values. */
export interface FreePrice extends ClientOf<typeof freePriceFields> {}
/** `FreePrice` of any API version: unknown values stay. */
export interface TolerantFreePrice extends TolerantOf<typeof freePriceFields> {}

/** A price of zero. */
export const freePrice: Entity<FreePriceWire, FreePrice, TolerantFreePrice> = entity("FreePrice", freePriceFields);

const fixedPriceFields = {
  ...currentCommon,
  ...fixedFields,
};

/** `FixedPrice` from the API: snake_case, ISO dates. */
export interface FixedPriceWire extends WireOf<typeof fixedPriceFields> {}
/** A fixed price (client form): camelCase, `Date` values. */
export interface FixedPrice extends ClientOf<typeof fixedPriceFields> {}
/** `FixedPrice` of any API version: unknown values stay. */
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

/** `CustomPrice` from the API: snake_case, ISO dates. */
export interface CustomPriceWire extends WireOf<typeof customPriceFields> {}
/** A price chosen by the customer (client form): camelCase, `Date` values. */
export interface CustomPrice extends ClientOf<typeof customPriceFields> {}
/** `CustomPrice` of any API version: unknown values stay. */
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

/** `LegacyFreePrice` from the API: snake_case, ISO dates. */
export interface LegacyFreePriceWire extends WireOf<typeof legacyFreePriceFields> {}
/** A legacy price of zero (client form): camelCase, `Date` values. */
export interface LegacyFreePrice extends ClientOf<typeof legacyFreePriceFields> {}
/** `LegacyFreePrice` of any API version: unknown values stay. */
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

/** `LegacyFixedPrice` from the API: snake_case, ISO dates. */
export interface LegacyFixedPriceWire extends WireOf<typeof legacyFixedPriceFields> {}
/** A fixed legacy price (client form): camelCase, `Date` values. */
export interface LegacyFixedPrice extends ClientOf<typeof legacyFixedPriceFields> {}
/** `LegacyFixedPrice` of any API version: unknown values stay. */
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

/** `LegacyCustomPrice` from the API: snake_case, ISO dates. */
export interface LegacyCustomPriceWire extends WireOf<typeof legacyCustomPriceFields> {}
/** A legacy price chosen by the customer (client form): camelCase, `Date` values. */
export interface LegacyCustomPrice extends ClientOf<typeof legacyCustomPriceFields> {}
/** `LegacyCustomPrice` of any API version: unknown values stay. */
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

/** `MeteredPrice` from the API: snake_case, ISO dates. */
export interface MeteredPriceWire extends WireOf<typeof meteredPriceFields> {}
/** A price per unit of a meter (client form): camelCase, `Date` values. */
export interface MeteredPrice extends ClientOf<typeof meteredPriceFields> {}
/** `MeteredPrice` of any API version: unknown values stay. */
export interface TolerantMeteredPrice extends TolerantOf<typeof meteredPriceFields> {}

/** A price per unit of a meter. */
export const meteredPrice: Entity<MeteredPriceWire, MeteredPrice, TolerantMeteredPrice> = entity(
  "MeteredPrice",
  meteredPriceFields,
);

const currentPriceMembers = { freePrice, fixedPrice, customPrice, meteredPrice };

/** The fields common to members of newer versions. */
interface NewerCurrentPrice extends TolerantOf<typeof priceCommon> {}

/** `CurrentPrice` from the API: snake_case, ISO dates. */
export type CurrentPriceWire = WireIn<typeof currentPriceMembers>;
/** A price without the legacy flag (client form): camelCase, `Date` values. */
export type CurrentPrice = ClientIn<typeof currentPriceMembers>;
/** `CurrentPrice` of any API version: unknown values stay. */
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

/** `LegacyPrice` from the API: snake_case, ISO dates. */
export type LegacyPriceWire = WireIn<typeof legacyPriceMembers>;
/** A price with the legacy flag (client form): camelCase, `Date` values. */
export type LegacyPrice = ClientIn<typeof legacyPriceMembers>;
/** `LegacyPrice` of any API version: unknown values stay. */
export type TolerantLegacyPrice = TolerantIn<typeof legacyPriceMembers> | UnknownMember<"amountType", NewerLegacyPrice>;

/** A price with the legacy flag, by `amountType`. */
export const legacyPrice: Entity<LegacyPriceWire, LegacyPrice, TolerantLegacyPrice> = variants(
  "LegacyPrice",
  "amount_type",
  legacyPriceMembers,
  { ...priceCommon, legacy: literal(true) },
);

const priceMembers = { currentPrice, legacyPrice };

/** `Price` from the API: snake_case, ISO dates. */
export type PriceWire = WireIn<typeof priceMembers>;
/** A price of a product (client form): camelCase, `Date` values. */
export type Price = ClientIn<typeof priceMembers>;
/** `Price` of any API version: unknown values stay. */
export type TolerantPrice = TolerantIn<typeof priceMembers>;

/** A price of a product. The presence of the key `legacy` decides first, `amountType` second. */
export const price: Entity<PriceWire, Price, TolerantPrice> = variants("Price", "legacy", priceMembers, null);
