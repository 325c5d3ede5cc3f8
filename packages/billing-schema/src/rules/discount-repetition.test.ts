import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isDiscountExpired } from "./discount-repetition.js";

const isExpired = (duration: string, months: number | null, first: string | null, start: string): boolean =>
  isDiscountExpired({ duration, durationInMonths: months }, first === null ? null : new Date(first), new Date(start));

describe("how long a discount applies", () => {
  test.each([
    ["once", null, "2025-06-10T00:00:00Z", "2025-06-10T00:00:00Z", false],
    ["once", null, "2025-06-20T00:00:00Z", "2025-06-10T00:00:00Z", false],
    ["once", null, "2025-06-10T00:00:00Z", "2025-06-10T00:00:00.001Z", true],
    ["forever", null, "2025-06-10T00:00:00Z", "2099-01-01T00:00:00Z", false],
    ["repeating", 1, "2025-06-10T00:00:00Z", "2025-06-10T00:00:00Z", false],
    ["repeating", 1, "2025-06-10T00:00:00Z", "2025-07-10T00:00:00Z", true],
    ["repeating", 3, "2025-06-10T00:00:00Z", "2025-08-10T00:00:00Z", false],
    ["repeating", 3, "2025-06-10T00:00:00Z", "2025-08-10T00:00:00.001Z", true],
    ["repeating", 2, "2025-01-31T00:00:00Z", "2025-02-28T00:00:00Z", false],
    ["repeating", 2, "2025-01-31T00:00:00Z", "2025-03-01T00:00:00Z", true],
    ["repeating", 13, "2024-02-29T00:00:00Z", "2025-02-28T00:00:00Z", false],
    ["repeating", 3, null, "2030-01-01T00:00:00Z", false],
  ])("%s (%j months) from %s: a period that starts %s, expired: %j", (duration, months, first, start, expired) => {
    expect(isExpired(duration, months, first, start)).toBe(expired);
  });

  test("once is one month of repeating, and an expired discount stays expired", () => {
    const date = fc.date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(
        date,
        date,
        fc.integer({ min: 1, max: 48 }),
        fc.nat(10_000_000_000),
        (first, start, months, later) => {
          const repeating = { duration: "repeating", durationInMonths: months };
          expect(isDiscountExpired({ duration: "once" }, first, start)).toBe(
            isDiscountExpired({ duration: "repeating", durationInMonths: 1 }, first, start),
          );
          if (isDiscountExpired(repeating, first, start)) {
            expect(isDiscountExpired(repeating, first, new Date(start.getTime() + later))).toBe(true);
          }
          expect(isDiscountExpired(repeating, first, first)).toBe(false);
        },
      ),
    );
  });

  test("bad input is refused by name", () => {
    const day = "2025-06-10T00:00:00Z";
    expect(() => isExpired("repeating", 0, day, day)).toThrow(RangeError);
    expect(() => isExpired("repeating", 1.5, day, day)).toThrow("durationInMonths");
    expect(() => isExpired("repeating", null, day, day)).toThrow(TypeError);
    expect(() => isExpired("repeating", null, null, day)).toThrow("durationInMonths");
    expect(() => isExpired("twice", 2, day, day)).toThrow("discount.duration");
    expect(() => isExpired("forever", null, "never", day)).toThrow("firstAppliedAt");
    expect(() => isExpired("once", null, day, "never")).toThrow("periodStart");
    expect(() => isExpired("repeating", 1e12, day, day)).toThrow(RangeError);
  });
});
