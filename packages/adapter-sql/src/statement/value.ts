import type { ColumnFacts, ColumnKind } from "@keyhold/core/adapter";

/** The conversion of a column's values to and from the driver; null is not converted. */
export interface Codec {
  encode(value: unknown): unknown;
  /** Null: the driver's value needs no conversion. */
  readonly decode: ((value: unknown) => unknown) | null;
}

const isOfKind: Record<ColumnKind, (value: unknown) => boolean> = {
  text: (value) => typeof value === "string",
  integer: (value) => Number.isSafeInteger(value),
  boolean: (value) => typeof value === "boolean",
  date: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
  json: (value) => value !== undefined,
};

/**
 * Throws for a value of another kind than the column's: databases would convert it in their own ways, and in some the
 * number 0 equals every text.
 */
export function checkedEncode(
  name: string,
  { kind }: ColumnFacts,
  encode: (value: unknown) => unknown,
): (value: unknown) => unknown {
  const isRight = isOfKind[kind];
  return (value) => {
    if (value === null) return null;
    if (!isRight(value)) throw new TypeError(`The column "${name}" holds ${kind}, but got another value.`);
    return encode(value);
  };
}
