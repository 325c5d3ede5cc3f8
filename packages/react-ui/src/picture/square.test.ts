import { describe, expect, test } from "vitest";
import { insideOf, middle, squareOf } from "./square.js";

describe("the square of a crop", () => {
  test.each([
    [{ width: 400, height: 200 }, middle, { left: 100, top: 0, side: 200 }],
    [{ width: 200, height: 400 }, middle, { left: 0, top: 100, side: 200 }],
    [
      { width: 400, height: 400 },
      { x: 0.5, y: 0.5, zoom: 2 },
      { left: 100, top: 100, side: 200 },
    ],
    [
      { width: 400, height: 200 },
      { x: -3, y: 9, zoom: 1 },
      { left: 0, top: 0, side: 200 },
    ],
    [
      { width: 400, height: 400 },
      { x: 1, y: 0, zoom: 4 },
      { left: 300, top: 0, side: 100 },
    ],
  ])("of %j by %j is %j", (size, crop, square) => {
    expect(squareOf(size, crop)).toEqual(square);
  });

  test("is enlarged up to four times, and never made smaller than the picture", () => {
    const size = { width: 100, height: 100 };
    expect([insideOf(size, { ...middle, zoom: 9 }).zoom, insideOf(size, { ...middle, zoom: 0 }).zoom]).toEqual([4, 1]);
  });
});
