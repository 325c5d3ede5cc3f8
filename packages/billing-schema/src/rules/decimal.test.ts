import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { add, compare, decimalOf, multiply, parseDecimal, plainText, ratioOf } from "./decimal.js";
import { nearestNumber } from "./ratio.js";

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });

describe("decimals", () => {
  test.each([
    ["0", 0n, 0],
    ["-12", -12n, 0],
    ["+7.50", 750n, 2],
    [".5", 5n, 1],
    ["5.", 5n, 0],
    ["1e-3", 1n, 3],
    ["1.25E+1", 125n, 1],
    ["2e2", 200n, 0],
    ["007", 7n, 0],
  ])("the text %s is read digit for digit", (text, digits, scale) => {
    expect(parseDecimal("price", text)).toEqual({ digits, scale });
  });

  test.each(["", " 1", "1 ", ".", "-", "1,5", "1.2.3", "0x10", "1e", "e5", "NaN", "Infinity", "１", "1_000", "--1"])(
    "the text %j is refused by a TypeError that names the argument",
    (text) => {
      expect(() => parseDecimal("price.unitAmount", text)).toThrow(TypeError);
      expect(() => parseDecimal("price.unitAmount", text)).toThrow("price.unitAmount");
    },
  );

  test("texts and exponents too long for fast computation are rejected at once", () => {
    expect(() => parseDecimal("price", "1".repeat(401))).toThrow(RangeError);
    expect(() => parseDecimal("price", "1e999999999")).toThrow(RangeError);
    expect(() => parseDecimal("price", "1e-401")).toThrow(RangeError);
    expect(parseDecimal("price", "1".repeat(400)).scale).toBe(0);
    expect(parseDecimal("price", "1e-400").scale).toBe(400);
  });

  test("a number is the decimal that JSON prints for it", () => {
    expect(decimalOf("units", 0.1)).toEqual({ digits: 1n, scale: 1 });
    expect(decimalOf("units", -0)).toEqual({ digits: 0n, scale: 0 });
    expect(decimalOf("units", 5e-324)).toEqual({ digits: 5n, scale: 324 });
    expect(decimalOf("units", 1e21)).toEqual({ digits: 10n ** 21n, scale: 0 });
    expect(() => decimalOf("units", Number.NaN)).toThrow("units");
    expect(() => decimalOf("units", Number.POSITIVE_INFINITY)).toThrow(RangeError);
  });

  test("every finite number comes back unchanged, and its plain text has no exponent", () => {
    fc.assert(
      fc.property(finite, (value) => {
        const decimal = decimalOf("value", value);
        expect(nearestNumber("value", ratioOf(decimal))).toBe(value === 0 ? 0 : value);
        expect(plainText(decimal)).toMatch(/^-?\d+(\.\d*[1-9])?$/);
        expect(Number(plainText(decimal))).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  test("sums, products and comparisons agree with integers at a common scale", () => {
    const part = fc.record({ digits: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), scale: fc.nat(30) });
    const at = (decimal: { digits: bigint; scale: number }) => decimal.digits * 10n ** BigInt(60 - decimal.scale);
    fc.assert(
      fc.property(part, part, (left, right) => {
        expect(at(add(left, right))).toBe(at(left) + at(right));
        expect(at(multiply(left, right)) * 10n ** 60n).toBe(at(left) * at(right));
        const sign = at(left) < at(right) ? -1 : Number(at(left) > at(right));
        expect(compare(left, right)).toBe(sign);
      }),
    );
  });

  test("plain text keeps significant zeros and drops the others", () => {
    expect(plainText({ digits: -50n, scale: 3 })).toBe("-0.05");
    expect(plainText({ digits: 1200n, scale: 2 })).toBe("12");
    expect(plainText({ digits: 0n, scale: 4 })).toBe("0");
  });
});
