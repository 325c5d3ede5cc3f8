import type { Model, Row } from "../model/model.js";

/** A comparison other than equality. Made by the functions below only, so that no JSON body can be one. */
export class Comparison<T> {
  declare readonly $: T;
  constructor(
    readonly operator: "in" | "before" | "after" | "startsWith",
    readonly operand: unknown,
  ) {}
}

/** One of these. An empty list matches nothing. */
export const isIn = <T>(values: readonly T[]): Comparison<T> => new Comparison("in", values);
/** Strictly less than. */
export const before = <T extends Date | number>(value: T): Comparison<T> => new Comparison("before", value);
/** Strictly greater than. */
export const after = <T extends Date | number>(value: T): Comparison<T> => new Comparison("after", value);

/**
 * A text that begins with this one, code point by code point: case and accents count, and no character stands for
 * another. Found by index where the model lists the column in `searched`. Refuses an empty text, with which every text
 * begins.
 */
export function startsWith(prefix: string): Comparison<string> {
  if (typeof prefix !== "string" || prefix === "") throw new TypeError("`startsWith` needs a text that is not empty.");
  // Databases keep no half of a character, which a text that was cut may end with.
  return new Comparison("startsWith", prefix.toWellFormed());
}

/** All of these at once. `null` matches rows without a value; an `undefined` is refused at run time. */
export type Where<M extends Model> = { readonly [K in keyof Row<M>]?: Row<M>[K] | Comparison<NonNullable<Row<M>[K]>> };
