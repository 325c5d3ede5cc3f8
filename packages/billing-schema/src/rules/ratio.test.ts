import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isTie, nearestNumber, roundHalfAwayFromZero, roundHalfToEven, subtract, truncate } from "./ratio.js";

const ratio = fc.record({
  numerator: fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
  denominator: fc.oneof(fc.bigInt({ min: 1n, max: 12n }), fc.bigInt({ min: 1n, max: 10n ** 30n })),
});

/** The exact value of a double, from the bits. */
function bitsOf(value: number): { readonly numerator: bigint; readonly denominator: bigint } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(value));
  const bits = view.getBigUint64(0);
  const biased = bits >> 52n;
  const fraction = bits & ((1n << 52n) - 1n);
  const mantissa = biased === 0n ? fraction : fraction | (1n << 52n);
  const exponent = (biased === 0n ? 1n : biased) - 1075n;
  const signed = value < 0 ? -mantissa : mantissa;
  return exponent >= 0n
    ? { numerator: signed << exponent, denominator: 1n }
    : { numerator: signed, denominator: 1n << -exponent };
}

function neighbour(value: number, step: 1n | -1n): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigUint64(0, view.getBigUint64(0) + step);
  return view.getFloat64(0);
}

function distance(left: { numerator: bigint; denominator: bigint }, right: typeof left): typeof left {
  const { numerator, denominator } = subtract(left, right);
  return { numerator: numerator < 0n ? -numerator : numerator, denominator };
}

describe("ratios", () => {
  test.each([
    [5n, 2n, 3n, 2n, 2n],
    [-5n, 2n, -3n, -2n, -2n],
    [7n, 2n, 4n, 4n, 3n],
    [-7n, 2n, -4n, -4n, -3n],
    [1n, 2n, 1n, 0n, 0n],
    [-1n, 2n, -1n, 0n, 0n],
    [4n, 3n, 1n, 1n, 1n],
    [5n, 3n, 2n, 2n, 1n],
    [-5n, 3n, -2n, -2n, -1n],
    [6n, 3n, 2n, 2n, 2n],
  ])("%d/%d is %d away from zero, %d to even, %d towards zero", (numerator, denominator, away, even, towards) => {
    expect(roundHalfAwayFromZero({ numerator, denominator })).toBe(away);
    expect(roundHalfToEven({ numerator, denominator })).toBe(even);
    expect(truncate({ numerator, denominator })).toBe(towards);
  });

  test("a difference is that of the fractions over their common denominator", () => {
    const left = { numerator: 1n, denominator: 2n };
    expect(subtract(left, { numerator: 2n, denominator: 3n })).toEqual({ numerator: -1n, denominator: 6n });
  });

  test("no integer is nearer than the rounded one, and the two rules differ on ties only", () => {
    fc.assert(
      fc.property(ratio, (value) => {
        const away = roundHalfAwayFromZero(value);
        const even = roundHalfToEven(value);
        const doubled = 2n * (away * value.denominator - value.numerator);
        expect(doubled <= value.denominator && doubled >= -value.denominator).toBe(true);
        const onTie = doubled === value.denominator || doubled === -value.denominator;
        expect(isTie(value)).toBe(onTie);
        if (!onTie) expect(even).toBe(away);
        else {
          expect(even % 2n).toBe(0n);
          expect(away > 0n === value.numerator > 0n).toBe(true);
        }
      }),
    );
  });

  test("no double is nearer than the nearest number", () => {
    fc.assert(
      fc.property(ratio, (value) => {
        fc.pre(value.numerator !== 0n);
        const nearest = nearestNumber("value", value);
        const here = distance(bitsOf(nearest), value);
        for (const step of [1n, -1n] as const) {
          const there = distance(bitsOf(neighbour(nearest, step)), value);
          expect(here.numerator * there.denominator <= there.numerator * here.denominator).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test("a value halfway between two doubles goes to the one with the even last bit", () => {
    const half = 2n ** 53n;
    expect(nearestNumber("value", { numerator: half + 1n, denominator: 1n })).toBe(2 ** 53);
    expect(nearestNumber("value", { numerator: half + 3n, denominator: 1n })).toBe(2 ** 53 + 4);
    expect(nearestNumber("value", { numerator: 3n * (half + 3n), denominator: 3n * 2n ** 60n })).toBe(
      (2 ** 53 + 4) / 2 ** 60,
    );
  });

  test("the smallest and the largest doubles are reached, values beyond are 0 or an error", () => {
    expect(nearestNumber("value", { numerator: 3n, denominator: 2n ** 1075n })).toBe(2 * Number.MIN_VALUE);
    expect(nearestNumber("value", { numerator: 1n, denominator: 2n ** 1074n })).toBe(Number.MIN_VALUE);
    expect(nearestNumber("value", { numerator: 1n, denominator: 2n ** 1075n })).toBe(0);
    expect(Object.is(nearestNumber("value", { numerator: -1n, denominator: 2n ** 1080n }), 0)).toBe(true);
    expect(nearestNumber("value", { numerator: BigInt(Number.MAX_VALUE), denominator: 1n })).toBe(Number.MAX_VALUE);
    expect(() => nearestNumber("The sum", { numerator: 2n ** 1024n, denominator: 1n })).toThrow(RangeError);
    expect(() => nearestNumber("The sum", { numerator: -(2n ** 1024n), denominator: 1n })).toThrow("The sum");
  });
});
