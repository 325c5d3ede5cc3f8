import { unknownWord } from "./argument.js";
import { add, type Decimal, decimalOf, ratioOf, zero } from "./decimal.js";
import { type MeterEvent, readEventProperty } from "./meter-event.js";
import { type MeterFilterGroup, matchesFilter } from "./meter-filter.js";
import { nearestNumber, type Ratio } from "./ratio.js";

/** The aggregation of a meter: `count` needs no property, every other function does. */
export interface MeterAggregationRule {
  /** "count", "sum", "max", "min", "avg" or "unique"; newer providers omit "count", the default. */
  readonly func?: string | undefined;
  readonly property?: string | undefined;
}

/** The parts of a meter that decide the quantity. */
export interface MeterRule {
  readonly filter: MeterFilterGroup;
  readonly aggregation: MeterAggregationRule;
}

const functions = ["count", "sum", "max", "min", "avg", "unique"];

/**
 * The quantity of events, by the billing rules on aggregation, in the units of the property.
 *
 * `count` counts all events. `sum`, `max`, `min` and `avg` use only properties that are JSON numbers: they ignore
 * strings (`"3"` too), booleans, null, missing and non-finite values. `unique` counts the distinct strings, numbers and
 * booleans. Without such a value, the quantity is 0.
 *
 * Sums and averages are exact over the decimals of the JSON, and rounded once to the nearest double: 0.1 and 0.2 make
 * 0.3. Properties are named as in filters. Throws a `TypeError` for an unknown function or a missing property, and a
 * `RangeError` for a sum beyond the doubles.
 *
 * @example
 * aggregate([{ name: "upload", source: "user", timestamp: new Date(0), metadata: { megabytes: 0.1 } }], {
 *   func: "sum",
 *   property: "megabytes",
 * }); // 0.1
 */
export function aggregate(events: readonly MeterEvent[], aggregation: MeterAggregationRule): number {
  const { func = "count", property } = aggregation;
  if (func === "count") return events.length;
  if (!functions.includes(func)) throw unknownWord("aggregation.func", func, functions);
  if (typeof property !== "string") throw new TypeError(`aggregation.property must be a string for ${func}.`);
  const values = events.map((event) => readEventProperty(event, property));
  return nearestNumber("The quantity", aggregateValues(values, func));
}

/**
 * The quantity of a meter: the aggregation of the events that match the filter. The caller selects the events of the
 * period and of the customer. Throws as `aggregate` and `matchesFilter` do.
 *
 * @example
 * quantityOf({ filter: { conjunction: "and", clauses: [] }, aggregation: { func: "count" } }, []); // 0
 */
export function quantityOf(meter: MeterRule, events: readonly MeterEvent[]): number {
  return aggregate(
    events.filter((event) => matchesFilter(meter.filter, event)),
    meter.aggregation,
  );
}

/** The exact quantity of the property's values, event for event. */
export function aggregateValues(values: readonly unknown[], func: string): Ratio {
  const numbers = values.filter(isJsonNumber);
  switch (func) {
    case "count":
      return whole(values.length);
    case "unique":
      return whole(new Set(values.filter(isScalar)).size);
    case "sum":
      return ratioOf(sumOf(numbers));
    case "avg":
      return numbers.length === 0 ? whole(0) : ratioOf(sumOf(numbers), BigInt(numbers.length));
    case "max":
      return extremeOf(numbers, (value, extreme) => value > extreme);
    case "min":
      return extremeOf(numbers, (value, extreme) => value < extreme);
    default:
      throw unknownWord("aggregation.func", func, functions);
  }
}

function isJsonNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function isScalar(value: unknown): boolean {
  return isJsonNumber(value) || typeof value === "string" || typeof value === "boolean";
}

function sumOf(numbers: readonly number[]): Decimal {
  return numbers.reduce((sum, value) => add(sum, decimalOf("value", value)), zero);
}

function extremeOf(numbers: readonly number[], isBeyond: (value: number, extreme: number) => boolean): Ratio {
  const extreme = numbers.reduce<number | undefined>(
    (found, value) => (found === undefined || isBeyond(value, found) ? value : found),
    undefined,
  );
  return ratioOf(decimalOf("value", extreme ?? 0));
}

function whole(count: number): Ratio {
  return { numerator: BigInt(count), denominator: 1n };
}
