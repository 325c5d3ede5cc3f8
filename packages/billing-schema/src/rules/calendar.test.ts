import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, addMonths, atDay, daysInMonth } from "./calendar.js";

const date = fc.date({ min: new Date("1970-01-01"), max: new Date("2400-01-01"), noInvalidDate: true });

describe("the calendar", () => {
  test.each([
    ["2025-01-31T10:20:30.456Z", 1, "2025-02-28T10:20:30.456Z"],
    ["2024-01-31T10:20:30.456Z", 1, "2024-02-29T10:20:30.456Z"],
    ["2025-03-31T00:00:00.000Z", -1, "2025-02-28T00:00:00.000Z"],
    ["2025-12-31T23:59:59.999Z", 2, "2026-02-28T23:59:59.999Z"],
    ["2096-02-29T00:00:00.000Z", 48, "2100-02-28T00:00:00.000Z"],
    ["0099-12-31T00:00:00.000Z", 2, "0100-02-28T00:00:00.000Z"],
    ["0050-01-31T00:00:00.000Z", 1, "0050-02-28T00:00:00.000Z"],
  ])("%s and %d months is %s", (from, months, to) => {
    expect(addMonths(new Date(from), months).toISOString()).toBe(to);
  });

  test("adding months lands in the right month, on the same day or the month's last, at the same time", () => {
    fc.assert(
      fc.property(date, fc.integer({ min: 0, max: 2400 }), (from, months) => {
        const to = addMonths(from, months);
        const count = (of: Date) => of.getUTCFullYear() * 12 + of.getUTCMonth();
        expect(count(to) - count(from)).toBe(months);
        expect(to.getTime() % 86_400_000).toBe(from.getTime() % 86_400_000);
        const isLast = new Date(to.getTime() + 86_400_000).getUTCDate() === 1;
        expect(to.getUTCDate() === from.getUTCDate() || (isLast && to.getUTCDate() < from.getUTCDate())).toBe(true);
      }),
    );
  });

  test("a day is 24 hours, independent of local time", () => {
    fc.assert(
      fc.property(date, fc.integer({ min: 0, max: 100_000 }), (from, days) => {
        expect(addDays(from, days).getTime()).toBe(from.getTime() + days * 86_400_000);
      }),
    );
  });

  test("months have their days, also past the end of the year", () => {
    expect([0, 1, 2, 3, 12, 13].map((month) => daysInMonth(2023, month))).toEqual([31, 28, 31, 30, 31, 29]);
    expect(daysInMonth(1900, 1)).toBe(28);
    expect(daysInMonth(2000, 1)).toBe(29);
  });

  test("a result beyond the range of Date is rejected, and the given date is unchanged", () => {
    const from = new Date("2025-06-01T00:00:00Z");
    expect(() => addMonths(from, 1e9)).toThrow(RangeError);
    expect(() => addDays(from, Number.MAX_SAFE_INTEGER)).toThrow(RangeError);
    expect(atDay(from, 2030, 4, 6).toISOString()).toBe("2030-05-06T00:00:00.000Z");
    expect(from.toISOString()).toBe("2025-06-01T00:00:00.000Z");
  });
});
