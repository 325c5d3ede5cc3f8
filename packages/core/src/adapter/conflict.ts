const brand = Symbol.for("keyhold.conflict");

/**
 * A violation of a unique index. Returned, not thrown, so that every caller must handle it to compile. Inside a
 * transaction only a rollback can follow.
 */
export class Conflict {
  readonly [brand] = true;
  /** `column`: the column in conflict, or the first of several that are unique together. */
  constructor(
    readonly model: string,
    readonly column: string,
  ) {}
}

/** Recognizes a conflict by its brand, so that two copies of this package agree. */
export const isConflict = (value: unknown): value is Conflict => brand in Object(value);
