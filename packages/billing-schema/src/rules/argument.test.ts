import { describe, expect, test } from "vitest";
import {
  requireCount,
  requireFinite,
  requireInteger,
  requireText,
  requireTime,
  safeAmount,
  unknownWord,
} from "./argument.js";

/** A value from a caller without types. */
function untyped<Value>(value: unknown): Value {
  return value as Value;
}

describe("argument checks", () => {
  test.each([Number.NaN, Number.POSITIVE_INFINITY, 1.5, 2 ** 53, -1])("%d is no count", (value) => {
    expect(() => requireCount("usage", value)).toThrow(RangeError);
    expect(() => requireCount("usage", value)).toThrow("usage must be");
  });

  test.each(["3", null, undefined, 3n, true, {}])("%s is of the wrong kind, not out of range", (value) => {
    expect(() => requireInteger("usage", untyped(value))).toThrow(TypeError);
    expect(() => requireFinite("usage", untyped(value))).toThrow("usage must be a number");
  });

  test("bounds are inclusive", () => {
    expect(requireInteger("share", 0, 0, 10)).toBe(0);
    expect(requireInteger("share", 10, 0, 10)).toBe(10);
    expect(() => requireInteger("share", 11, 0, 10)).toThrow("share must be between 0 and 10, not 11.");
  });

  test("a date must be one, and valid", () => {
    expect(requireTime("now", new Date(5))).toBe(5);
    expect(() => requireTime("now", new Date(Number.NaN))).toThrow(RangeError);
    expect(() => requireTime("now", untyped("2025-06-01"))).toThrow(TypeError);
    expect(() => requireTime("now", untyped(null))).toThrow("now must be a Date, not null.");
  });

  test("a text must be one", () => {
    expect(requireText("key", "k")).toBe("k");
    expect(() => requireText("key", untyped(5))).toThrow("key must be a string, not number.");
  });

  test("an amount beyond the safe integers is refused by name", () => {
    expect(safeAmount("The discount", 2n ** 53n - 1n)).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => safeAmount("The discount", 2n ** 53n)).toThrow(RangeError);
    expect(() => safeAmount("The discount", -(2n ** 53n))).toThrow("The discount");
  });

  test("an unknown word is quoted, in part if it is long, beside the known ones", () => {
    expect(unknownWord("interval", "decade", ["day", "week"]).message).toBe(
      'interval must be one of day, week, not "decade".',
    );
    expect(unknownWord("interval", "x".repeat(500), ["day"]).message.length).toBeLessThan(90);
    expect(unknownWord("interval", null, ["day"]).message).toContain("not null");
  });
});
