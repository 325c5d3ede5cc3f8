import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type MeterEntry, meterBalance, rolloverAtCycle } from "./meter-balance.js";

const use = (units?: unknown): MeterEntry => ({ kind: "usage", units });
const credit = (units: number, rollover = false): MeterEntry => ({ kind: "credit", units, rollover });
const reset: MeterEntry = { kind: "reset" };

describe("balances", () => {
  test("without entries all figures are 0", () => {
    expect(meterBalance([])).toEqual({ consumedUnits: 0, creditedUnits: 0, balance: 0, rolloverUnits: 0 });
  });

  test("usage without credit makes a negative balance, and it is not carried over", () => {
    expect(meterBalance([use(2.5)])).toEqual({ consumedUnits: 2.5, creditedUnits: 0, balance: -2.5, rolloverUnits: 0 });
  });

  test("only entries since the latest reset count", () => {
    const entries = [credit(100, true), use(30), reset, credit(7), reset, credit(20, true), use(5)];
    expect(meterBalance(entries)).toEqual({ consumedUnits: 5, creditedUnits: 20, balance: 15, rolloverUnits: 15 });
    expect(meterBalance([credit(9, true), use(1), reset])).toEqual(meterBalance([]));
  });

  test("deducted credits never bring creditedUnits below 0, at any moment", () => {
    expect(meterBalance([credit(5), credit(-8), credit(10)]).creditedUnits).toBe(10);
    expect(meterBalance([credit(-8), credit(5), credit(-2)]).creditedUnits).toBe(3);
    expect(meterBalance([credit(-8, true), credit(5, true)]).rolloverUnits).toBe(5);
  });

  test("the integer part of the balance is carried over, up to the credits with rollover", () => {
    expect(meterBalance([credit(10, true), use(0.1)]).rolloverUnits).toBe(9);
    expect(meterBalance([credit(10, true), credit(50), use(4)]).rolloverUnits).toBe(10);
    expect(meterBalance([credit(10, true), credit(50), use(57)]).rolloverUnits).toBe(3);
    expect(meterBalance([credit(10), use(4)]).rolloverUnits).toBe(0);
    expect(meterBalance([credit(1, true), use(1.5)]).rolloverUnits).toBe(0);
  });

  test("consumedUnits is the meter's aggregation, a sum by default", () => {
    const entries = [credit(10), use(3), use(5), use("7"), use()];
    expect(meterBalance(entries).consumedUnits).toBe(8);
    expect(meterBalance(entries, { func: "max" }).balance).toBe(5);
    expect(meterBalance(entries, { func: "min" }).balance).toBe(7);
    expect(meterBalance(entries, { func: "avg" }).balance).toBe(6);
    expect(meterBalance(entries, { func: "count" }).balance).toBe(6);
    expect(meterBalance(entries, {}).balance).toBe(6);
  });

  test("fractions are exact: also a third, also beside numbers too large to hold them", () => {
    expect(meterBalance([credit(1), use(0.1), use(0.2)]).balance).toBe(0.7);
    expect(meterBalance([credit(1), use(1), use(0), use(0)], { func: "avg" }).balance).toBe(2 / 3);
    const large = Number.MAX_SAFE_INTEGER;
    expect(meterBalance([credit(large), use(large), use(0.25)]).balance).toBe(-0.25);
  });

  test("bad entries are refused by name", () => {
    expect(() => meterBalance([credit(Number.NaN)])).toThrow("credit.units");
    expect(() => meterBalance([use(Number.NaN)])).toThrow("usage.units");
    expect(() => meterBalance([{ kind: "refund" } as unknown as MeterEntry])).toThrow("entry.kind");
    expect(() => meterBalance([], { func: "median" })).toThrow("aggregation.func");
    expect(() => meterBalance([credit(1e300, true)])).toThrow(RangeError);
  });

  test("the rollover of two figures is clamped and truncated", () => {
    expect(rolloverAtCycle(6.9, 5)).toBe(5);
    expect(rolloverAtCycle(4.9, 5)).toBe(4);
    expect(rolloverAtCycle(4.9, 2.9)).toBe(2);
    expect(rolloverAtCycle(4.9, 0)).toBe(0);
    expect(Object.is(rolloverAtCycle(-0.5, 5), 0)).toBe(true);
    expect(() => rolloverAtCycle(Number.NaN, 5)).toThrow("balance");
    expect(() => rolloverAtCycle(1, -5)).toThrow("rolloverCredits");
    expect(() => rolloverAtCycle(1, Number.POSITIVE_INFINITY)).toThrow(RangeError);
  });

  test("balances are numbers, credits never negative, and the rollover an integer within its bounds", () => {
    const units = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    const entry = fc.oneof(
      fc.record({ kind: fc.constant("usage" as const), units: fc.oneof(units, fc.string(), fc.constant(null)) }),
      fc.record({
        kind: fc.constant("credit" as const),
        units: fc.integer({ min: -50, max: 100 }),
        rollover: fc.boolean(),
      }),
      fc.constant(reset),
    );
    fc.assert(
      fc.property(fc.array(entry), fc.constantFrom("sum", "max", "min", "avg", "count", "unique"), (entries, func) => {
        const { consumedUnits, creditedUnits, balance, rolloverUnits } = meterBalance(entries, { func });
        expect([consumedUnits, creditedUnits, balance].every(Number.isFinite)).toBe(true);
        expect(creditedUnits).toBeGreaterThanOrEqual(0);
        expect(Number.isSafeInteger(rolloverUnits)).toBe(true);
        expect(rolloverUnits).toBeGreaterThanOrEqual(0);
        expect(rolloverUnits).toBeLessThanOrEqual(Math.max(0, balance));
        const offered = entries.reduce(
          (sum, one) => (one.kind === "credit" && one.rollover ? sum + Math.max(0, one.units) : sum),
          0,
        );
        expect(rolloverUnits).toBeLessThanOrEqual(offered);
      }),
    );
  });
});
