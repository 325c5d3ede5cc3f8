import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { customerMetadataValidator, metadataValidator } from "./metadata.js";
import { issuesByField } from "./validator.js";

const { validate } = metadataValidator();
const codeOf = (value: unknown, key = "key"): string | null => {
  const result = validate(Object.fromEntries([[key, value]]));
  return result.success ? null : result.issues.map(({ code }) => code).join();
};
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index]));

describe("values of metadata", () => {
  test.each([
    ["a", null],
    ["x".repeat(500), null],
    ["🙂".repeat(500), null],
    ["🙂".repeat(501), "too_long"],
    ["x".repeat(501), "too_long"],
    ["x".repeat(2_000_000), "too_long"],
    ["", "too_short"],
    ["\udc00", "not_text"],
    [1.5, null],
    [-0, null],
    [2 ** 53, null],
    [true, null],
    [false, null],
    [Number.NaN, "not_a_scalar"],
    [Number.NEGATIVE_INFINITY, "not_a_scalar"],
    [null, "not_a_scalar"],
    [[1], "not_a_scalar"],
    [{}, "not_a_scalar"],
    [new Date(), "not_a_scalar"],
    [1n, "not_a_scalar"],
    [() => 1, "not_a_scalar"],
    [Symbol("a"), "not_a_scalar"],
  ])("case %#: %s", (value, code) => {
    expect(codeOf(value)).toBe(code);
  });

  test("those of customer metadata are the same, but numbers are safe integers", () => {
    const customer = customerMetadataValidator();
    const data = { plan: "pro", seats: 3, beta: true };
    expect(customer.validate(data)).toEqual({ success: true, data, unchecked: [] });
    expect(customer.validate({ a: 1.5, b: 2 ** 53, c: null })).toMatchObject({
      issues: [{ code: "not_an_integer" }, { code: "not_an_integer" }, { code: "not_a_scalar" }],
    });
  });
});

describe("keys of metadata", () => {
  test.each([
    ["k", null],
    ["k".repeat(40), null],
    ["🙂".repeat(40), null],
    ["k".repeat(41), "key_too_long"],
    ["", "key_too_short"],
    ["\ud800", "not_text"],
    ["constructor", null],
  ])("case %#: %s", (key, code) => {
    expect(codeOf("value", key)).toBe(code);
  });

  test("there are fifty at most, undefined ones not counted", () => {
    expect(validate(keys(50)).success).toBe(true);
    expect(validate({ ...keys(50), none: undefined })).toEqual({ success: true, data: keys(50), unchecked: [] });
    expect(validate(keys(51))).toEqual({
      success: false,
      issues: [{ field: null, code: "too_many_keys", maximumKeys: 50, message: "Must have at most 50 keys." }],
    });
  });

  test("one named __proto__ is data", () => {
    const result = validate(JSON.parse('{"__proto__":"a"}'));
    expect(result.success && Object.entries(result.data)).toEqual([["__proto__", "a"]]);
  });

  test("a key and its value are judged each for itself", () => {
    const key = "k".repeat(41);
    const issues = issuesByField(validate({ [key]: "" })).get(key);
    expect(issues).toMatchObject([
      { code: "key_too_long", maximumLength: 40, message: "The key must have at most 40 characters." },
      { code: "too_short", minimumLength: 1, message: "Must have at least 1 character." },
    ]);
  });
});

test("undefined and null are metadata without keys, and a list is an error", () => {
  expect(validate(undefined)).toEqual({ success: true, data: {}, unchecked: [] });
  expect(validate(null)).toEqual({ success: true, data: {}, unchecked: [] });
  expect(validate(["a"])).toMatchObject({ issues: [{ field: null, code: "not_an_object" }] });
});

test("accepted metadata survives JSON, and is within the limits", () => {
  const text = (maxLength: number) => fc.string({ unit: "binary", maxLength });
  const value = fc.oneof(text(8), fc.string({ minLength: 495, maxLength: 505 }), fc.double(), fc.boolean());
  const odd = fc.oneof({ weight: 9, arbitrary: value }, { weight: 1, arbitrary: fc.anything({ maxDepth: 1 }) });
  const key = fc.oneof(text(6), fc.string({ minLength: 38, maxLength: 42 }), fc.constant("__proto__"));
  const entries = fc.array(fc.tuple(key, odd), { maxLength: 4 });
  const fits = (given: unknown, most: number) =>
    typeof given === "string" &&
    given.isWellFormed() &&
    Array.from(given).length >= 1 &&
    Array.from(given).length <= most;
  let accepted = 0;
  fc.assert(
    fc.property(entries, (list) => {
      const input = Object.fromEntries(list);
      const given = Object.entries(input).filter(([, one]) => one !== undefined);
      const isGood = given.every(
        ([name, one]) =>
          fits(name, 40) &&
          (fits(one, 500) || typeof one === "boolean" || (typeof one === "number" && Math.abs(one) < 1 / 0)),
      );
      const result = validate(input);
      expect(result.success).toBe(isGood);
      if (!result.success) return;
      accepted += 1;
      expect(Object.entries(result.data)).toEqual(given);
      expect(validate(JSON.parse(JSON.stringify(result.data))).success).toBe(true);
    }),
    { numRuns: 1000 },
  );
  expect(accepted).toBeGreaterThan(200);
});
