const brand = Symbol.for("keyhold.rejected-value");

/** The options of `RejectedValue`: where the value would have been stored. */
export interface RejectedValueOptions extends ErrorOptions {
  /** The name of the model. */
  readonly model: string;
  /** The columns of the model that may hold the refused value; empty: the database has not told. */
  readonly columns: readonly string[];
}

/**
 * The database has refused a value: the column of an existing table is narrower than the model, e.g. a `varchar(100)`.
 * Thrown by adapters. The message names the table and the column. A value of the caller's input is answered with 400.
 */
export class RejectedValue extends Error {
  readonly [brand] = true;
  override readonly name = "RejectedValue";
  readonly model: string;
  readonly columns: readonly string[];

  constructor(message: string, { model, columns, ...options }: RejectedValueOptions) {
    super(message, options);
    this.model = model;
    this.columns = columns;
  }
}

/** Recognizes the error by the brand, so that two copies of this package agree. */
export const isRejectedValue = (value: unknown): value is RejectedValue => brand in Object(value);
