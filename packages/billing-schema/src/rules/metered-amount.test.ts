import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { meteredAmount } from "./metered-amount.js";

const amountOf = (unitAmount: string, units: number, capAmount: number | null = null): number =>
  meteredAmount({ unitAmount, capAmount }, units);

describe("metered amounts", () => {
  test.each([
    ["10", 3, null, 30],
    ["10", 0, null, 0],
    ["10", -3, null, 0],
    ["10", -0, null, 0],
    ["0", 5, null, 0],
    ["0.5", 1, null, 1],
    ["0.5", 3, null, 2],
    ["0.499999999999", 1, null, 0],
    ["2.5", 0.2, null, 1],
    ["0.000000000001", 1e12, null, 1],
    ["1E-12", 5e11, null, 1],
    ["1.005", 100, null, 101],
    ["0.07", 150, null, 11],
    ["10", 100, 500, 500],
    ["10", 50, 500, 500],
    ["10", 49, 500, 490],
    ["10", 5, 0, 0],
    ["1", Number.MAX_SAFE_INTEGER, null, Number.MAX_SAFE_INTEGER],
    ["999", 1e300, 4200, 4200],
  ])("%s a unit, %d units, cap %j: %d", (unitAmount, units, capAmount, amount) => {
    expect(amountOf(unitAmount, units, capAmount)).toBe(amount);
  });

  test("no integer is nearer to the product of the decimals, and ties go up", () => {
    const digits = fc.maxSafeNat().map((value) => value % 90_000_000);
    fc.assert(
      fc.property(
        digits,
        fc.integer({ min: 0, max: 12 }),
        digits,
        fc.integer({ min: 0, max: 6 }),
        (price, priceScale, units, unitsScale) => {
          const amount = amountOf(`${price}e-${priceScale}`, Number(`${units}e-${unitsScale}`));
          const scale = 10n ** BigInt(priceScale + unitsScale);
          const excess = 2n * (BigInt(amount) * scale - BigInt(price) * BigInt(units));
          expect(excess > -scale && excess <= scale).toBe(true);
          const cap = price % 1000;
          expect(amountOf(`${price}e-${priceScale}`, Number(`${units}e-${unitsScale}`), cap)).toBe(
            Math.min(amount, cap),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  test.each(["", "abc", "1,5", "0x1", " 1", "NaN"])("the unit amount %j is refused", (unitAmount) => {
    expect(() => amountOf(unitAmount, 1)).toThrow(TypeError);
    expect(() => amountOf(unitAmount, 1)).toThrow("price.unitAmount");
  });

  test("negative prices and caps, and units that are no number, are refused by name", () => {
    expect(() => amountOf("-1", 1)).toThrow(RangeError);
    expect(() => amountOf("-1", 0)).toThrow("price.unitAmount");
    expect(() => amountOf("1", 1, -1)).toThrow("price.capAmount");
    expect(() => amountOf("1", 1, 0.5)).toThrow(RangeError);
    expect(() => amountOf("1", Number.NaN)).toThrow("units");
    expect(() => amountOf("1", Number.POSITIVE_INFINITY, 5)).toThrow("units");
  });

  test("an amount beyond the safe integers is refused, never rounded", () => {
    expect(() => amountOf("2", Number.MAX_SAFE_INTEGER)).toThrow(RangeError);
    expect(() => amountOf("1", 2 ** 53)).toThrow("The metered amount");
  });
});
