import { expect, test } from "vitest";
import { percentile, ratio, spread } from "./statistics.ts";

test("the spread of an even number of values has the mean of the two middle ones as its median", () => {
  expect(spread([4, 1, 3, 2])).toEqual({ median: 2.5, min: 1, max: 4 });
  expect(spread([9, 1, 5])).toEqual({ median: 5, min: 1, max: 9 });
});

test("a percentile is one of the values", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(hundred, 0.5)).toBe(50);
  expect(percentile(hundred, 0.99)).toBe(99);
  expect(percentile([7], 0.99)).toBe(7);
});

test("a ratio is taken within each round", () => {
  expect(ratio([10, 40, 90], [10, 20, 30])).toEqual({ median: 2, min: 1, max: 3 });
});
