import type { Model, Row } from "../model/model.js";

const brand = Symbol.for("keyhold.comparison");

/**
 * A comparison other than equality. Only the functions below make comparisons, so no JSON body can contain a
 * comparison.
 */
export class Comparison<T> {
  declare readonly $: T;
  readonly [brand] = true;
  constructor(
    readonly operator: "in" | "before" | "after" | "startsWith",
    readonly operand: unknown,
  ) {}
}

/** Recognizes a comparison by its brand, so that two copies of this package agree. */
export const isComparison = (value: unknown): value is Comparison<unknown> => brand in Object(value);

/** Equal to any of these values. An empty list matches no row. */
export const isIn = <T>(values: readonly T[]): Comparison<T> => new Comparison("in", values);
/** Strictly less than. */
export const before = <T extends Date | number>(value: T): Comparison<T> => new Comparison("before", value);
/** Strictly greater than. */
export const after = <T extends Date | number>(value: T): Comparison<T> => new Comparison("after", value);

/**
 * Matches a text that begins with `prefix`, code point by code point: case and accents count, and no character is a
 * wildcard. Uses an index if the model lists the column in `searched`. Throws a `TypeError` if `prefix` is empty.
 */
export function startsWith(prefix: string): Comparison<string> {
  if (typeof prefix !== "string" || prefix === "") throw new TypeError("`startsWith` needs a text that is not empty.");
  // Databases store no lone surrogate, and a text that was cut may end with a lone surrogate.
  return new Comparison("startsWith", prefix.toWellFormed());
}

/** All of these at once. `null` matches rows without a value; `undefined` throws at run time. */
export type Where<M extends Model> = { readonly [K in keyof Row<M>]?: Row<M>[K] | Comparison<NonNullable<Row<M>[K]>> };
