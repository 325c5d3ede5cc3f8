import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aggregate, type MeterAggregationRule, quantityOf } from "./meter-aggregation.js";
import type { MeterEvent } from "./meter-event.js";

const eventsWith = (values: readonly unknown[]): readonly MeterEvent[] =>
  values.map((units) => ({ name: "render", source: "user", timestamp: new Date(7_900), metadata: { units } }));
const quantity = (func: string, ...values: readonly unknown[]): number =>
  aggregate(eventsWith(values), { func, property: "units" });

describe("aggregation", () => {
  test("only JSON numbers take part, though count counts them all", () => {
    const values = [4, "100", true, null, undefined, Number.NaN, Number.POSITIVE_INFINITY, 10n, [50], { a: 1 }, -1];
    expect(quantity("sum", ...values)).toBe(3);
    expect(quantity("avg", ...values)).toBe(1.5);
    expect(quantity("max", ...values)).toBe(4);
    expect(quantity("min", ...values)).toBe(-1);
    expect(quantity("count", ...values)).toBe(values.length);
  });

  test.each(["count", "sum", "max", "min", "avg", "unique"])("%s of no events is 0", (func) => {
    expect(aggregate([], { func, property: "units" })).toBe(0);
  });

  test.each(["sum", "max", "min", "avg", "unique"])("%s of events without a number is 0", (func) => {
    expect(quantity(func, null, undefined, {})).toBe(0);
  });

  test("the largest of negative numbers is negative, and the least of positive ones is positive", () => {
    expect(quantity("max", -4, -9)).toBe(-4);
    expect(quantity("min", 9, 4)).toBe(4);
  });

  test("sums are of decimals and in any order the same", () => {
    expect(quantity("sum", 0.1, 0.2)).toBe(0.3);
    expect(quantity("sum", 1e16, 1, -1e16)).toBe(1);
    expect(quantity("sum", ...Array.from({ length: 1000 }, () => 0.001))).toBe(1);
    expect(quantity("avg", 0.1, 0.2, 0.3)).toBe(0.2);
    expect(quantity("avg", 1, 0, 0)).toBe(1 / 3);
  });

  test("there is no minus zero", () => {
    for (const func of ["sum", "max", "min", "avg"]) expect(Object.is(quantity(func, -0), 0)).toBe(true);
  });

  test("a sum beyond the doubles is refused, an average within them is not", () => {
    expect(() => quantity("sum", 1.7e308, 1.7e308)).toThrow(RangeError);
    expect(quantity("avg", 1.7e308, 1.7e308)).toBe(1.7e308);
  });

  test("unique counts distinct strings, numbers and booleans, each of its own type", () => {
    expect(quantity("unique", "a", "a", "b", 1, "1", true, 1.0, null, undefined, {}, 0, -0)).toBe(6);
  });

  test("the property may be nested, prefixed, or the timestamp in whole seconds", () => {
    const event: MeterEvent = { name: "n", source: "user", timestamp: new Date(7_900), metadata: { a: { b: 5 } } };
    expect(aggregate([event], { func: "sum", property: "a.b" })).toBe(5);
    expect(aggregate([event], { func: "sum", property: "metadata.a.b" })).toBe(5);
    expect(aggregate([event], { func: "max", property: "timestamp" })).toBe(7);
    expect(aggregate([event], { func: "unique", property: "name" })).toBe(1);
  });

  test("without a function it counts; an unknown one or a missing property is an error, even without events", () => {
    expect(aggregate(eventsWith([1, 2]), {})).toBe(2);
    expect(() => aggregate([], { func: "median", property: "units" })).toThrow("aggregation.func");
    expect(() => aggregate([], { func: "sum" })).toThrow("aggregation.property");
    expect(() => aggregate([], { func: null } as unknown as MeterAggregationRule)).toThrow(TypeError);
  });

  test("a sum is that of integers at a common scale, correctly rounded", () => {
    const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
    fc.assert(
      fc.property(fc.array(cents, { maxLength: 30 }), (list) => {
        const total = list.reduce((sum, value) => sum + value, 0);
        expect(quantity("sum", ...list.map((value) => Number(`${value}e-4`)))).toBe(Number(`${total}e-4`) + 0);
      }),
    );
  });

  test("the average lies between the least and the largest", () => {
    const units = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(fc.array(units, { minLength: 1, maxLength: 10 }), (list) => {
        const average = quantity("avg", ...list);
        expect(average).toBeGreaterThanOrEqual(quantity("min", ...list));
        expect(average).toBeLessThanOrEqual(quantity("max", ...list));
      }),
    );
  });

  test("a meter's quantity is of the events that its filter matches", () => {
    const meter = {
      filter: { conjunction: "and", clauses: [{ property: "units", operator: "gt", value: 1 }] },
      aggregation: { func: "sum", property: "units" },
    };
    expect(quantityOf(meter, eventsWith([1, 2, 3, null]))).toBe(5);
    expect(quantityOf({ ...meter, aggregation: { func: "count" } }, eventsWith([1, 2, 3, null]))).toBe(2);
  });
});
