import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeJson } from "./json.js";

describe("a response is written like JSON.stringify writes it:", () => {
  test("any data with dates in it", () => {
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.date({ noInvalidDate: false }),
        fc.jsonValue({ maxDepth: 1 }),
        fc.constant(undefined),
        fc.array(tie("value"), { maxLength: 4 }),
        fc.dictionary(fc.string(), tie("value"), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(value, (data) => {
        expect(writeJson(data)).toBe(JSON.stringify(data));
      }),
      { numRuns: 2000 },
    );
  });

  test("every edge of a day, before and after the year 0 and beyond the year 9999", () => {
    for (const day of [-8.64e15, -62_198_755_200_000, -86_400_000, 0, 951_782_400_000, 253_402_300_800_000, 8.64e15]) {
      for (const shift of [-1, 0, 1, 999, 1000, 59_999, 60_000, 3_599_999, 86_399_999]) {
        const date = new Date(day + shift);
        expect(writeJson({ date })).toBe(JSON.stringify({ date }));
      }
    }
  });

  test.each([
    ["what says itself how it is written", { url: new URL("https://example.com"), own: { toJSON: () => "own" } }],
    [
      "an object of a class",
      new (class Row {
        readonly at = new Date(0);
      })(),
    ],
    ["a key that reaches for the prototype", JSON.parse('{"__proto__":{"a":1},"b":2}')],
    ["nothing", null],
    ["a text", 'a "text"'],
  ])("%s", (_, data) => {
    expect(writeJson(data)).toBe(JSON.stringify(data));
  });

  test("more days than the cache holds", () => {
    const dates = Array.from({ length: 2500 }, (_, day) => new Date(day * 86_400_000));
    expect(writeJson(dates)).toBe(JSON.stringify(dates));
  });

  test("and the data stays unchanged", () => {
    const data = Object.freeze({ rows: Object.freeze([Object.freeze({ at: new Date(0) })]) });
    writeJson(data);
    expect(data.rows[0]?.at).toEqual(new Date(0));
  });
});
