import type { Model, Row } from "../model/model.js";

/** A comparison other than equality. Made by the functions below only, so that no JSON body can be one. */
export class Comparison<T> {
  declare readonly $: T;
  constructor(
    readonly operator: "in" | "before" | "after",
    readonly operand: unknown,
  ) {}
}

/** One of these. An empty list matches nothing. */
export const isIn = <T>(values: readonly T[]): Comparison<T> => new Comparison("in", values);
/** Strictly less than. */
export const before = <T extends Date | number>(value: T): Comparison<T> => new Comparison("before", value);
/** Strictly greater than. */
export const after = <T extends Date | number>(value: T): Comparison<T> => new Comparison("after", value);

/** All of these at once. `null` matches rows without a value; an `undefined` is refused at run time. */
export type Where<M extends Model> = { readonly [K in keyof Row<M>]?: Row<M>[K] | Comparison<NonNullable<Row<M>[K]>> };
