import type { Model } from "../model/model.js";

/** The model with the added columns that an endpoint takes, to create or change a row. */
export interface TakesColumns<
  Of extends string = string,
  Under extends string = string,
  CanClear extends boolean = boolean,
> {
  readonly of: { readonly name: Of } & Model;
  /** The field of the input with the columns, e.g. "data". Default: the whole input. */
  readonly under?: Under;
  /** Null clears an optional column, since the row may have a previous value. */
  readonly canClear: CanClear;
}

/**
 * Marks an endpoint that also takes the plugins' columns of a model: in the field `Under`, or in the whole input if
 * `Under` is "".
 */
export interface ColumnsTaken<
  Of extends string = string,
  Under extends string = string,
  CanClear extends boolean = boolean,
> {
  readonly of: Of;
  readonly under: Under;
  readonly canClear: CanClear;
}

/** Marks an endpoint that also takes the plugins' columns of the user in the input. */
export type TakesUserColumns = ColumnsTaken<"user", "", false>;
/** `TakesUserColumns` for a change: each column is optional, and null clears an optional column. */
export type ChangesUserColumns = ColumnsTaken<"user", "", true>;
/**
 * Marks the endpoint of sign-up: the input has the columns of the user, and the fields of sign-up that are no columns.
 */
export type TakesSignUp = ColumnsTaken<"sign-up", "", false>;
