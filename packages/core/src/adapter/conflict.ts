const brand = Symbol.for("keyhold.conflict");

/**
 * A unique index said no. Returned, not thrown, so that the type checker asks every caller about it.
 * Inside a transaction nothing but its rollback can follow.
 */
export class Conflict {
  readonly [brand] = true;
  /** `column`: the column that clashed, or the first of several that are unique together. */
  constructor(
    readonly model: string,
    readonly column: string,
  ) {}
}

/** Recognises a conflict by its brand, so that two copies of this package agree. */
export const isConflict = (value: unknown): value is Conflict =>
  typeof value === "object" && value !== null && brand in value;
