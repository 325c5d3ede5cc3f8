import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  allocateFixedDiscount,
  type DiscountRule,
  discountAmount,
  fixedDiscountAmount,
  percentageDiscountAmount,
} from "./discount-amount.js";

const safe = fc.oneof(fc.integer({ min: 0, max: 200_000 }), fc.maxSafeNat());

describe("discounts in percent", () => {
  test.each([
    [1000, 0, 0],
    [1000, 10_000, 1000],
    [0, 5000, 0],
    [1, 5000, 1],
    [1, 4999, 0],
    [150, 3300, 50],
    [-1, 5000, -1],
    [-150, 3300, -50],
    [Number.MAX_SAFE_INTEGER, 10_000, Number.MAX_SAFE_INTEGER],
    [Number.MAX_SAFE_INTEGER, 5000, 4_503_599_627_370_496],
  ])("of %d, %d basis points are %d", (amount, basisPoints, discount) => {
    expect(percentageDiscountAmount(amount, basisPoints)).toBe(discount);
  });

  test("no integer is nearer to the exact share, and ties go away from zero", () => {
    fc.assert(
      fc.property(safe, fc.integer({ min: 0, max: 10_000 }), fc.boolean(), (magnitude, basisPoints, isCredit) => {
        const amount = isCredit ? -magnitude : magnitude;
        const discount = percentageDiscountAmount(amount, basisPoints);
        // Signed so that rounding away from zero is upwards: the excess is within (-1/2, +1/2] of a minor unit.
        const excess = (BigInt(discount) * 10_000n - BigInt(amount) * BigInt(basisPoints)) * (isCredit ? -1n : 1n);
        expect(excess > -5000n && excess <= 5000n).toBe(true);
        expect(Object.is(discount, -0)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test.each([-1, 10_001, 25.5, Number.NaN])("%d basis points are refused", (basisPoints) => {
    expect(() => percentageDiscountAmount(100, basisPoints)).toThrow(RangeError);
    expect(() => percentageDiscountAmount(100, basisPoints)).toThrow("basisPoints");
  });

  test.each([Number.NaN, 0.5, 2 ** 53])("an amount of %d is refused", (amount) => {
    expect(() => percentageDiscountAmount(amount, 100)).toThrow("amount");
  });
});

describe("fixed discounts", () => {
  test("they reduce by their amount, and at most to 0", () => {
    expect(fixedDiscountAmount(1000, 300)).toBe(300);
    expect(fixedDiscountAmount(300, 1000)).toBe(300);
    expect(fixedDiscountAmount(0, 1000)).toBe(0);
  });

  test("negative amounts and discounts are refused by name", () => {
    expect(() => fixedDiscountAmount(-1, 5)).toThrow("amount");
    expect(() => fixedDiscountAmount(5, -1)).toThrow("discount");
    expect(() => fixedDiscountAmount(5, 1.5)).toThrow(RangeError);
  });

  test.each([
    [100, [200, 200, 200], [34, 33, 33]],
    [2, [1, 1, 1], [1, 1, 0]],
    [6, [1, 2, 4], [1, 2, 3]],
    [99, [10, 20], [10, 20]],
    [5, [0, 0], [0, 0]],
    [5, [], []],
    [1, [1, 5, 5], [0, 1, 0]],
  ])("%d over %j is %j", (discount, amounts, parts) => {
    expect(allocateFixedDiscount(discount, amounts)).toEqual(parts);
  });

  test("the parts sum to the discount or the total, and each is its share rounded down or up", () => {
    fc.assert(
      fc.property(safe, fc.array(safe, { maxLength: 12 }), (discount, amounts) => {
        const parts = allocateFixedDiscount(discount, amounts).map(BigInt);
        const total = amounts.reduce((sum, amount) => sum + BigInt(amount), 0n);
        const given = total < BigInt(discount) ? total : BigInt(discount);
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(given);
        amounts.forEach((amount, index) => {
          const part = parts[index]!;
          expect(part >= 0n && part <= BigInt(amount)).toBe(true);
          const off = part * total - given * BigInt(amount);
          expect(off < total || total === 0n).toBe(true);
          expect(off > -total || total === 0n).toBe(true);
        });
      }),
      { numRuns: 500 },
    );
  });

  test("lines without a unit of the rest have no larger remainder, and no equal one at an earlier place", () => {
    fc.assert(
      fc.property(fc.nat(50), fc.array(fc.nat(12), { minLength: 1, maxLength: 8 }), (discount, amounts) => {
        const total = amounts.reduce((sum, amount) => sum + amount, 0);
        fc.pre(total > 0);
        const given = Math.min(discount, total);
        const parts = allocateFixedDiscount(discount, amounts);
        const isRaised = (index: number) => parts[index]! > Math.floor((given * amounts[index]!) / total);
        const remainder = (index: number) => (given * amounts[index]!) % total;
        amounts.forEach((_, one) => {
          amounts.forEach((__, other) => {
            if (!isRaised(one) || isRaised(other)) return;
            expect(remainder(one) > remainder(other) || (remainder(one) === remainder(other) && one < other)).toBe(
              true,
            );
          });
        });
      }),
      { numRuns: 500 },
    );
  });

  test("the line that is wrong is named", () => {
    expect(() => allocateFixedDiscount(5, [1, -2])).toThrow("amounts[1]");
    expect(() => allocateFixedDiscount(-5, [1])).toThrow("discount");
    expect(() => allocateFixedDiscount(-5, [0])).toThrow("discount");
  });
});

describe("a discount of either type", () => {
  test("it is computed by its type, with any other fields", () => {
    const common = { id: "d", name: "Spring", code: null, redemptionsCount: 3 };
    expect(discountAmount({ ...common, type: "percentage", basisPoints: 2500 }, 999)).toBe(250);
    expect(discountAmount({ ...common, type: "fixed", amount: 500 }, 999)).toBe(500);
  });

  test("an unknown type is an error instead of 0", () => {
    expect(() => discountAmount({ type: "points" } as unknown as DiscountRule, 999)).toThrow("discount.type");
  });
});
