import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readDate } from "./date.js";
import { compareVersions, versionOf } from "./version.js";

describe("the version of an entity", () => {
  test("is the text of its last change, or else of its making", () => {
    const createdAt = readDate("2026-01-01T00:00:00.000001Z");
    const modifiedAt = readDate("2026-01-02T02:00:00.123456+02:00");
    expect(versionOf({ createdAt, modifiedAt })).toBe("2026-01-02T02:00:00.123456+02:00");
    expect(versionOf({ createdAt, modifiedAt: null })).toBe("2026-01-01T00:00:00.000001Z");
    expect(versionOf({ createdAt: new Date(0), modifiedAt: null })).toBe("1970-01-01T00:00:00.000Z");
  });

  test.each([
    ["2026-01-01T00:00:00.123456Z", "2026-01-01T00:00:00.123457Z", -1],
    ["2026-01-01T00:00:00.123456Z", "2026-01-01T02:00:00.123456+02:00", 0],
    ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000000Z", 0],
    ["2026-01-01T00:00:00.1Z", "2026-01-01T00:00:00.09Z", 1],
    ["2026-01-01T00:00:00.100000001Z", "2026-01-01T00:00:00.1Z", 1],
    ["2026-01-01T00:00:01Z", "2026-01-01T00:00:00.999999Z", 1],
    ["2026-01-01T00:30:00+01:00", "2025-12-31T23:30:00.5Z", -1],
  ])("%s beside %s is %i", (one, other, sign) => {
    expect(Math.sign(compareVersions(one, other))).toBe(sign);
    expect(Math.sign(compareVersions(other, one))).toBe(sign === 0 ? 0 : -sign);
  });

  test("compares as the microseconds since 1970 do, with any offsets", () => {
    const instant = fc.record({
      micros: fc.bigInt({ min: 0n, max: 4_000_000_000_000_000n }),
      hours: fc.integer({ min: -14, max: 14 }),
    });
    const textOf = ({ micros, hours }: { micros: bigint; hours: number }): string => {
      const local = new Date(Number(micros / 1000n) + hours * 3_600_000).toISOString().slice(0, 19);
      const sign = hours < 0 ? "-" : "+";
      return `${local}.${String(micros % 1_000_000n).padStart(6, "0")}${sign}${String(Math.abs(hours)).padStart(2, "0")}:00`;
    };
    fc.assert(
      fc.property(instant, instant, (one, other) => {
        const difference = one.micros - other.micros;
        const sign = Number(difference > 0n) - Number(difference < 0n);
        expect(Math.sign(compareVersions(textOf(one), textOf(other)))).toBe(sign);
      }),
    );
  });

  test.each(["", "2026-01-01", "2026-01-01T00:00:00", "2026-13-01T00:00:00Z", "now"])("is not %j", (text) => {
    expect(() => compareVersions(text, "2026-01-01T00:00:00Z")).toThrow(RangeError);
  });
});
