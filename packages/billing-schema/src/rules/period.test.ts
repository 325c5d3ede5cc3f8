import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nextPeriodStart, type PeriodRule } from "./period.js";

const next = (from: string, rule: PeriodRule): string => nextPeriodStart(new Date(from), rule).toISOString();

describe("the next period", () => {
  test.each([
    ["2025-06-30T12:00:00.500Z", { interval: "day" }, "2025-07-01T12:00:00.500Z"],
    ["2025-06-30T00:00:00.000Z", { interval: "day", count: 90, anchorDay: 30 }, "2025-09-28T00:00:00.000Z"],
    ["2025-12-29T00:00:00.000Z", { interval: "week", anchorDay: 29 }, "2026-01-05T00:00:00.000Z"],
    ["2025-01-31T00:00:00.000Z", { interval: "month" }, "2025-02-28T00:00:00.000Z"],
    ["2025-02-28T00:00:00.000Z", { interval: "month" }, "2025-03-28T00:00:00.000Z"],
    ["2025-02-28T00:00:00.000Z", { interval: "month", anchorDay: 31 }, "2025-03-31T00:00:00.000Z"],
    ["2025-03-31T00:00:00.000Z", { interval: "month", anchorDay: 31 }, "2025-04-30T00:00:00.000Z"],
    ["2025-06-30T00:00:00.000Z", { interval: "month", count: 8, anchorDay: 30 }, "2026-02-28T00:00:00.000Z"],
    ["2025-06-20T00:00:00.000Z", { interval: "month", anchorDay: 5 }, "2025-07-05T00:00:00.000Z"],
    ["2025-05-15T00:00:00.000Z", { interval: "month", anchorDay: 31 }, "2025-06-15T00:00:00.000Z"],
    ["2025-02-28T00:00:00.000Z", { interval: "month", count: 2, anchorDay: 31 }, "2025-04-28T00:00:00.000Z"],
    ["2024-02-29T00:00:00.000Z", { interval: "year" }, "2025-02-28T00:00:00.000Z"],
    ["2025-02-28T00:00:00.000Z", { interval: "year", count: 3, anchorDay: 29 }, "2028-02-29T00:00:00.000Z"],
    ["2025-12-31T23:59:59.999Z", { interval: "month", count: 12 }, "2026-12-31T23:59:59.999Z"],
  ])("after %s, by %j, begins %s", (from, rule, to) => {
    expect(next(from, rule)).toBe(to);
  });

  const date = fc.date({ min: new Date("1970-01-01"), max: new Date("2300-01-01"), noInvalidDate: true });
  const rule = fc.record({
    interval: fc.constantFrom("day", "week", "month", "year"),
    count: fc.integer({ min: 1, max: 24 }),
    anchorDay: fc.integer({ min: 1, max: 31 }),
  });

  test("it begins later than this one, at the same time of day, and no earlier for a later start", () => {
    fc.assert(
      fc.property(date, date, rule, (one, other, by) => {
        const [earlier, later] = one <= other ? [one, other] : [other, one];
        const after = nextPeriodStart(earlier, by);
        expect(after.getTime()).toBeGreaterThan(earlier.getTime());
        expect(after.getTime() % 86_400_000).toBe(earlier.getTime() % 86_400_000);
        const isSameTime = earlier.getTime() % 86_400_000 <= later.getTime() % 86_400_000;
        if (isSameTime) expect(nextPeriodStart(later, by).getTime()).toBeGreaterThanOrEqual(after.getTime());
      }),
      { numRuns: 500 },
    );
  });

  test("period after period, the anchor day is kept wherever the month has it, and is never passed", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 31 }), fc.integer({ min: 1, max: 12 }), (anchorDay, count) => {
        let start = new Date(Date.UTC(2024, 0, anchorDay));
        for (let period = 0; period < 30; period += 1) {
          start = nextPeriodStart(start, { interval: "month", count, anchorDay });
          const last = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0)).getUTCDate();
          if (anchorDay <= last || count === 1) expect(start.getUTCDate()).toBe(Math.min(anchorDay, last));
          expect(start.getUTCDate()).toBeLessThanOrEqual(anchorDay);
        }
      }),
    );
  });

  test("bad input is refused by name", () => {
    const from = "2025-06-01T00:00:00Z";
    expect(() => next("never", { interval: "day" })).toThrow("from");
    expect(() => next(from, { interval: "decade" })).toThrow("interval");
    expect(() => next(from, { interval: "month", count: 0 })).toThrow("count");
    expect(() => next(from, { interval: "month", count: 1.5 })).toThrow(RangeError);
    expect(() => next(from, { interval: "month", anchorDay: 0 })).toThrow("anchorDay");
    expect(() => next(from, { interval: "day", anchorDay: 32 })).toThrow("anchorDay");
    for (const interval of ["day", "week", "month", "year"]) {
      expect(() => next(from, { interval, count: Number.MAX_SAFE_INTEGER })).toThrow(RangeError);
    }
  });
});
