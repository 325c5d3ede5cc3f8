import { type Entity, entity, variants } from "../schema/entity.js";
import type { ClientIn, ClientOf, TolerantIn, TolerantOf, UnknownMember, WireIn, WireOf } from "../schema/forms.js";
import { discountSummary, fixed, percentage, repeating, single } from "./discount-terms.js";

const checkoutFixedDiscountFields = {
  ...discountSummary,
  ...fixed,
  ...single,
};

/** `CheckoutFixedDiscount` from the API: snake_case. */
export interface CheckoutFixedDiscountWire extends WireOf<typeof checkoutFixedDiscountFields> {}
/** A fixed discount in a checkout, once or for ever (client form): camelCase. */
export interface CheckoutFixedDiscount extends ClientOf<typeof checkoutFixedDiscountFields> {}
/** `CheckoutFixedDiscount` of any API version: unknown values stay. */
export interface TolerantCheckoutFixedDiscount extends TolerantOf<typeof checkoutFixedDiscountFields> {}

/** A fixed discount in a checkout, once or for ever. */
export const checkoutFixedDiscount: Entity<
  CheckoutFixedDiscountWire,
  CheckoutFixedDiscount,
  TolerantCheckoutFixedDiscount
> = entity("CheckoutFixedDiscount", checkoutFixedDiscountFields);

const checkoutFixedRepeatingDiscountFields = {
  ...discountSummary,
  ...fixed,
  ...repeating,
};

/** `CheckoutFixedRepeatingDiscount` from the API: snake_case. */
export interface CheckoutFixedRepeatingDiscountWire extends WireOf<typeof checkoutFixedRepeatingDiscountFields> {}
/** A fixed discount over months in a checkout (client form): camelCase. */
export interface CheckoutFixedRepeatingDiscount extends ClientOf<typeof checkoutFixedRepeatingDiscountFields> {}
/** `CheckoutFixedRepeatingDiscount` of any API version: unknown values stay. */
export interface TolerantCheckoutFixedRepeatingDiscount
  extends TolerantOf<typeof checkoutFixedRepeatingDiscountFields> {}

/** A fixed discount over months in a checkout. */
export const checkoutFixedRepeatingDiscount: Entity<
  CheckoutFixedRepeatingDiscountWire,
  CheckoutFixedRepeatingDiscount,
  TolerantCheckoutFixedRepeatingDiscount
> = entity("CheckoutFixedRepeatingDiscount", checkoutFixedRepeatingDiscountFields);

const checkoutAnyFixedDiscountMembers = { checkoutFixedDiscount, checkoutFixedRepeatingDiscount };

/** The fields common to members of newer versions. */
interface NewerCheckoutAnyFixedDiscount extends TolerantOf<typeof discountSummary & typeof fixed> {}

export type CheckoutAnyFixedDiscountWire = WireIn<typeof checkoutAnyFixedDiscountMembers>;
export type CheckoutAnyFixedDiscount = ClientIn<typeof checkoutAnyFixedDiscountMembers>;
export type TolerantCheckoutAnyFixedDiscount =
  | TolerantIn<typeof checkoutAnyFixedDiscountMembers>
  | UnknownMember<"duration", NewerCheckoutAnyFixedDiscount>;

/** A fixed discount in a checkout, by `duration`. */
export const checkoutAnyFixedDiscount: Entity<
  CheckoutAnyFixedDiscountWire,
  CheckoutAnyFixedDiscount,
  TolerantCheckoutAnyFixedDiscount
> = variants("CheckoutAnyFixedDiscount", "duration", checkoutAnyFixedDiscountMembers, { ...discountSummary, ...fixed });

const checkoutPercentageDiscountFields = {
  ...discountSummary,
  ...percentage,
  ...single,
};

/** `CheckoutPercentageDiscount` from the API: snake_case. */
export interface CheckoutPercentageDiscountWire extends WireOf<typeof checkoutPercentageDiscountFields> {}
/** A percentage discount in a checkout, once or for ever (client form): camelCase. */
export interface CheckoutPercentageDiscount extends ClientOf<typeof checkoutPercentageDiscountFields> {}
/** `CheckoutPercentageDiscount` of any API version: unknown values stay. */
export interface TolerantCheckoutPercentageDiscount extends TolerantOf<typeof checkoutPercentageDiscountFields> {}

/** A percentage discount in a checkout, once or for ever. */
export const checkoutPercentageDiscount: Entity<
  CheckoutPercentageDiscountWire,
  CheckoutPercentageDiscount,
  TolerantCheckoutPercentageDiscount
> = entity("CheckoutPercentageDiscount", checkoutPercentageDiscountFields);

const checkoutPercentageRepeatingDiscountFields = {
  ...discountSummary,
  ...percentage,
  ...repeating,
};

/** `CheckoutPercentageRepeatingDiscount` from the API: snake_case. */
export interface CheckoutPercentageRepeatingDiscountWire
  extends WireOf<typeof checkoutPercentageRepeatingDiscountFields> {}
/** A percentage discount over months in a checkout (client form): camelCase. */
export interface CheckoutPercentageRepeatingDiscount
  extends ClientOf<typeof checkoutPercentageRepeatingDiscountFields> {}
/** `CheckoutPercentageRepeatingDiscount` of any API version: unknown values stay. */
export interface TolerantCheckoutPercentageRepeatingDiscount
  extends TolerantOf<typeof checkoutPercentageRepeatingDiscountFields> {}

/** A percentage discount over months in a checkout. */
export const checkoutPercentageRepeatingDiscount: Entity<
  CheckoutPercentageRepeatingDiscountWire,
  CheckoutPercentageRepeatingDiscount,
  TolerantCheckoutPercentageRepeatingDiscount
> = entity("CheckoutPercentageRepeatingDiscount", checkoutPercentageRepeatingDiscountFields);

const checkoutAnyPercentageDiscountMembers = { checkoutPercentageDiscount, checkoutPercentageRepeatingDiscount };

/** The fields common to members of newer versions. */
interface NewerCheckoutAnyPercentageDiscount extends TolerantOf<typeof discountSummary & typeof percentage> {}

export type CheckoutAnyPercentageDiscountWire = WireIn<typeof checkoutAnyPercentageDiscountMembers>;
export type CheckoutAnyPercentageDiscount = ClientIn<typeof checkoutAnyPercentageDiscountMembers>;
export type TolerantCheckoutAnyPercentageDiscount =
  | TolerantIn<typeof checkoutAnyPercentageDiscountMembers>
  | UnknownMember<"duration", NewerCheckoutAnyPercentageDiscount>;

/** A percentage discount in a checkout, by `duration`. */
export const checkoutAnyPercentageDiscount: Entity<
  CheckoutAnyPercentageDiscountWire,
  CheckoutAnyPercentageDiscount,
  TolerantCheckoutAnyPercentageDiscount
> = variants("CheckoutAnyPercentageDiscount", "duration", checkoutAnyPercentageDiscountMembers, {
  ...discountSummary,
  ...percentage,
});

const checkoutDiscountMembers = { checkoutAnyFixedDiscount, checkoutAnyPercentageDiscount };

/** The fields common to members of newer versions. */
interface NewerCheckoutDiscount extends TolerantOf<typeof discountSummary> {}

/** `CheckoutDiscount` from the API: snake_case. */
export type CheckoutDiscountWire = WireIn<typeof checkoutDiscountMembers>;
/** A discount in a checkout (client form): camelCase. */
export type CheckoutDiscount = ClientIn<typeof checkoutDiscountMembers>;
/** `CheckoutDiscount` of any API version: unknown values stay. */
export type TolerantCheckoutDiscount =
  | TolerantIn<typeof checkoutDiscountMembers>
  | UnknownMember<"type", NewerCheckoutDiscount>;

/** A discount in a checkout, by `type` and `duration`. */
export const checkoutDiscount: Entity<CheckoutDiscountWire, CheckoutDiscount, TolerantCheckoutDiscount> = variants(
  "CheckoutDiscount",
  "type",
  checkoutDiscountMembers,
  discountSummary,
);
