import type { ColumnFacts, ColumnKind } from "@keyhold/core/adapter";

/** How one column's values travel to the driver and back; null travels as it is. */
export interface Codec {
  encode(value: unknown): unknown;
  /** Null: what the driver gives is the value. */
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
 * Refuses a value of another kind than the column's: databases would convert it their own way,
 * and some find that the number 0 equals every text.
 */
export function checkedEncode(
  name: string,
  { kind }: ColumnFacts,
  encode: (value: unknown) => unknown,
): (value: unknown) => unknown {
  const isRight = isOfKind[kind];
  return (value) => {
    if (value === null) return null;
    if (!isRight(value)) throw new TypeError(`The column "${name}" holds ${kind}, and was given something else.`);
    return encode(value);
  };
}
