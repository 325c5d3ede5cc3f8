import { type Entity, entity, variants } from "../schema/entity.js";
import { date, integer, list, metadata, nullable, optional, text } from "../schema/field.js";
import type { ClientIn, ClientOf, TolerantIn, TolerantOf, UnknownMember, WireIn, WireOf } from "../schema/forms.js";
import { discountSummary, fixed, percentage, repeating, single } from "./discount-terms.js";
import { orderProduct } from "./order-product.js";

const discountFields = {
  ...discountSummary,
  created_at: date,
  modified_at: nullable(date),
  metadata,
  starts_at: nullable(date),
  ends_at: nullable(date),
  /** Null for no limit. */
  max_redemptions: nullable(integer),
  redemptions_count: integer,
  organization_id: text,
  /** The products of a limited discount. Discounts inside orders and subscriptions do not have them. */
  products: optional(list(orderProduct)),
};

const fixedDiscountFields = {
  ...discountFields,
  ...fixed,
  ...single,
};

/** `FixedDiscount` from the API: snake_case, ISO dates. */
export interface FixedDiscountWire extends WireOf<typeof fixedDiscountFields> {}
/** A fixed discount, once or for ever (client form): camelCase, `Date` values. */
export interface FixedDiscount extends ClientOf<typeof fixedDiscountFields> {}
/** `FixedDiscount` of any API version: unknown values stay. */
export interface TolerantFixedDiscount extends TolerantOf<typeof fixedDiscountFields> {}

/** A fixed discount, once or for ever. */
export const fixedDiscount: Entity<FixedDiscountWire, FixedDiscount, TolerantFixedDiscount> = entity(
  "FixedDiscount",
  fixedDiscountFields,
);

const fixedRepeatingDiscountFields = {
  ...discountFields,
  ...fixed,
  ...repeating,
};

/** `FixedRepeatingDiscount` from the API: snake_case, ISO dates. */
export interface FixedRepeatingDiscountWire extends WireOf<typeof fixedRepeatingDiscountFields> {}
/** A fixed discount over months (client form): camelCase, `Date` values. */
export interface FixedRepeatingDiscount extends ClientOf<typeof fixedRepeatingDiscountFields> {}
/** `FixedRepeatingDiscount` of any API version: unknown values stay. */
export interface TolerantFixedRepeatingDiscount extends TolerantOf<typeof fixedRepeatingDiscountFields> {}

/** A fixed discount over months. */
export const fixedRepeatingDiscount: Entity<
  FixedRepeatingDiscountWire,
  FixedRepeatingDiscount,
  TolerantFixedRepeatingDiscount
> = entity("FixedRepeatingDiscount", fixedRepeatingDiscountFields);

const anyFixedDiscountMembers = { fixedDiscount, fixedRepeatingDiscount };

/** The fields common to members of newer versions. */
interface NewerAnyFixedDiscount extends TolerantOf<typeof discountFields & typeof fixed> {}

export type AnyFixedDiscountWire = WireIn<typeof anyFixedDiscountMembers>;
export type AnyFixedDiscount = ClientIn<typeof anyFixedDiscountMembers>;
export type TolerantAnyFixedDiscount =
  | TolerantIn<typeof anyFixedDiscountMembers>
  | UnknownMember<"duration", NewerAnyFixedDiscount>;

/** A fixed discount, by `duration`. */
export const anyFixedDiscount: Entity<AnyFixedDiscountWire, AnyFixedDiscount, TolerantAnyFixedDiscount> = variants(
  "AnyFixedDiscount",
  "duration",
  anyFixedDiscountMembers,
  { ...discountFields, ...fixed },
);

const percentageDiscountFields = {
  ...discountFields,
  ...percentage,
  ...single,
};

/** `PercentageDiscount` from the API: snake_case, ISO dates. */
export interface PercentageDiscountWire extends WireOf<typeof percentageDiscountFields> {}
/** A percentage discount, once or for ever (client form): camelCase, `Date` values. */
export interface PercentageDiscount extends ClientOf<typeof percentageDiscountFields> {}
/** `PercentageDiscount` of any API version: unknown values stay. */
export interface TolerantPercentageDiscount extends TolerantOf<typeof percentageDiscountFields> {}

/** A percentage discount, once or for ever. */
export const percentageDiscount: Entity<PercentageDiscountWire, PercentageDiscount, TolerantPercentageDiscount> =
  entity("PercentageDiscount", percentageDiscountFields);

const percentageRepeatingDiscountFields = {
  ...discountFields,
  ...percentage,
  ...repeating,
};

/** `PercentageRepeatingDiscount` from the API: snake_case, ISO dates. */
export interface PercentageRepeatingDiscountWire extends WireOf<typeof percentageRepeatingDiscountFields> {}
/** A percentage discount over months (client form): camelCase, `Date` values. */
export interface PercentageRepeatingDiscount extends ClientOf<typeof percentageRepeatingDiscountFields> {}
/** `PercentageRepeatingDiscount` of any API version: unknown values stay. */
export interface TolerantPercentageRepeatingDiscount extends TolerantOf<typeof percentageRepeatingDiscountFields> {}

/** A percentage discount over months. */
export const percentageRepeatingDiscount: Entity<
  PercentageRepeatingDiscountWire,
  PercentageRepeatingDiscount,
  TolerantPercentageRepeatingDiscount
> = entity("PercentageRepeatingDiscount", percentageRepeatingDiscountFields);

const anyPercentageDiscountMembers = { percentageDiscount, percentageRepeatingDiscount };

/** The fields common to members of newer versions. */
interface NewerAnyPercentageDiscount extends TolerantOf<typeof discountFields & typeof percentage> {}

export type AnyPercentageDiscountWire = WireIn<typeof anyPercentageDiscountMembers>;
export type AnyPercentageDiscount = ClientIn<typeof anyPercentageDiscountMembers>;
export type TolerantAnyPercentageDiscount =
  | TolerantIn<typeof anyPercentageDiscountMembers>
  | UnknownMember<"duration", NewerAnyPercentageDiscount>;

/** A percentage discount, by `duration`. */
export const anyPercentageDiscount: Entity<
  AnyPercentageDiscountWire,
  AnyPercentageDiscount,
  TolerantAnyPercentageDiscount
> = variants("AnyPercentageDiscount", "duration", anyPercentageDiscountMembers, { ...discountFields, ...percentage });

const discountMembers = { anyFixedDiscount, anyPercentageDiscount };

/** The fields common to members of newer versions. */
interface NewerDiscount extends TolerantOf<typeof discountFields> {}

/** `Discount` from the API: snake_case, ISO dates. */
export type DiscountWire = WireIn<typeof discountMembers>;
/** A discount (client form): camelCase, `Date` values. */
export type Discount = ClientIn<typeof discountMembers>;
/** `Discount` of any API version: unknown values stay. */
export type TolerantDiscount = TolerantIn<typeof discountMembers> | UnknownMember<"type", NewerDiscount>;

/** A reduction, by `type` and `duration`. */
export const discount: Entity<DiscountWire, Discount, TolerantDiscount> = variants(
  "Discount",
  "type",
  discountMembers,
  discountFields,
);
