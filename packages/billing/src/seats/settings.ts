import { isObject, isWhole } from "@keyhold/core/options";

/**
 * How the seats of an organization's subscription and its members belong together. "members": the subscription has a seat
 * for each member, also after a join or a leave. "limit": no user joins beyond the seats that were bought.
 */
export type SeatKind = "members" | "limit";

/** `SeatKind` with the bounds of the product at the provider. */
export interface ProductSeats {
  readonly kind: SeatKind;
  /** The provider's smallest number of seats. Default 1. */
  readonly min?: number;
  /** The provider's largest number of seats. Default 1000000. */
  readonly max?: number;
}

/** A member of an organization, for `seats.countsAsSeat`. Columns of other plugins are there, too. */
export interface SeatHolder {
  readonly organizationId: string;
  readonly userId: string;
  /** A role, or several joined by commas. */
  readonly role: string;
}

/** How members and seats are counted. */
export interface SeatOptions {
  /**
   * Whether a member takes a seat, e.g. `({ role }) => role !== "guest"`. It is called in transactions, so it must be
   * quick. Default null: each member takes a seat.
   */
  readonly countsAsSeat?: ((member: SeatHolder) => boolean) | null;
  /**
   * How many members with a seat an organization may have without a running subscription of a product of
   * `products`, if any product has `seats: "limit"`. Default null: only the limits of the organization plugin hold.
   */
  readonly maxWithoutSubscription?: number | null;
}

/** The seats of a product, with each bound. */
export type SeatRule = Required<ProductSeats>;

/** More members than any organization has. */
const maxSeats = 1_000_000;

type GivenProduct = string | { readonly id: string; readonly seats?: SeatKind | ProductSeats };

/** The seats of products with `seats`, by the provider's ids. */
export function seatRulesOf(products: Readonly<Record<string, GivenProduct>>): ReadonlyMap<string, SeatRule> {
  const rules = new Map<string, SeatRule>();
  for (const product of Object.values(products)) {
    if (typeof product !== "object" || product?.seats === undefined) continue;
    const { id, seats } = product;
    rules.set(id, { min: 1, max: maxSeats, ...(typeof seats === "string" ? { kind: seats } : seats) });
  }
  return rules;
}

const kinds: readonly unknown[] = ["members", "limit"];
const isBound = (value: unknown): boolean => value === undefined || isWhole(value, 1, maxSeats);

/** The config errors of `seats` of a product. */
export function seatErrors(path: string, seats: unknown): readonly string[] {
  if (seats === undefined || kinds.includes(seats)) return [];
  if (!isObject(seats)) return [`${path}.seats: must be "members", "limit" or e.g. { kind: "members", min: 2 }`];
  const { kind, min, max, ...others } = seats as Readonly<Record<string, unknown>>;
  const errors = Object.keys(others).map((key) => `${path}.seats.${key}: is no option; the options are kind, min, max`);
  if (!kinds.includes(kind)) errors.push(`${path}.seats.kind: must be "members" or "limit"`);
  if (!isBound(min)) errors.push(`${path}.seats.min: must be a whole number from 1 to ${maxSeats}`);
  if (!isBound(max)) errors.push(`${path}.seats.max: must be a whole number from 1 to ${maxSeats}`);
  if (errors.length === 0 && Number(min ?? 1) > Number(max ?? maxSeats)) {
    errors.push(`${path}.seats.min: must not be greater than max`);
  }
  return errors;
}
