import type { ColumnFacts } from "./column.js";
import type { Model } from "./model.js";

/** The value types that the driver of an adapter can store. */
export interface Capabilities {
  readonly booleans: "native" | "0/1";
  readonly dates: "native" | "iso text";
}

/** Converts the values of a column to the driver's form and back. */
export interface ColumnCodec {
  readonly encode: (value: unknown) => unknown;
  readonly decode: (value: unknown) => unknown;
}

/** The codec of a column for a driver with these capabilities. Null stays null. */
export function columnCodec(facts: ColumnFacts, can: Capabilities): ColumnCodec {
  const bare = bareCodec(facts, can);
  return {
    encode: (value) => (value === null || value === undefined ? null : bare.encode(value)),
    decode: (value) => (value === null || value === undefined ? null : bare.decode(value)),
  };
}

function bareCodec({ kind }: ColumnFacts, can: Capabilities): ColumnCodec {
  const same = { encode: (value: unknown) => value, decode: (value: unknown) => value };
  switch (kind) {
    case "boolean":
      return can.booleans === "native"
        ? { encode: same.encode, decode: Boolean }
        : { encode: (value) => (value ? 1 : 0), decode: (value) => value === 1 || value === true || value === 1n };
    case "date":
      return { encode: can.dates === "native" ? same.encode : encodeIsoDate, decode: decodeDate };
    case "json":
      return { encode: (value) => JSON.stringify(value), decode: (value) => JSON.parse(String(value)) };
    case "integer":
      return { encode: same.encode, decode: Number };
    case "text":
      return same;
  }
}

const encodeIsoDate = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

const withoutZone = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;

/**
 * ISO text, seconds or milliseconds since 1970, or the driver's own date: databases made by other libraries contain all
 * of them.
 */
const decodeDate = (value: unknown): unknown => {
  if (value instanceof Date) return value;
  // Text without a time zone means UTC in databases; `Date` would use the zone of the server.
  if (typeof value === "string") return new Date(withoutZone.test(value) ? `${value.replace(" ", "T")}Z` : value);
  const number = Number(value);
  return new Date(number < 100_000_000_000 ? number * 1000 : number);
};

/**
 * The row to insert: defaults filled in, every column present, in the order of the model. Throws if a column is
 * unknown, missing, or null without being optional.
 */
export function completeRow(model: Model, row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  for (const key of Object.keys(row)) {
    if (!Object.hasOwn(model.columns, key)) throw new Error(`Model "${model.name}" has no column "${key}".`);
  }
  const complete: Record<string, unknown> = {};
  for (const [name, { facts }] of Object.entries(model.columns)) {
    const given = row[name];
    const value = given === undefined && facts.initial ? facts.initial() : given;
    if (value === undefined) throw new Error(`A row of "${model.name}" needs the column "${name}".`);
    if (value === null && !facts.isOptional) throw new Error(`The column "${model.name}.${name}" cannot be null.`);
    complete[name] = value;
  }
  return complete;
}
