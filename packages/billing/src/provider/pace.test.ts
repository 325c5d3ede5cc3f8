import { expect, test } from "vitest";
import { createPace } from "./pace.js";

test("a minute has as many requests as the limit says, and background work leaves a fifth to users", () => {
  let time = 0;
  const pace = createPace(10, () => time);
  const waits = (isBackground: boolean, count: number) => Array.from({ length: count }, () => pace.wait(isBackground));
  expect(waits(true, 8)).toEqual(Array(8).fill(0));
  time = 1000;
  expect(pace.wait(true)).toBe(59_000);
  expect(waits(false, 3)).toEqual([0, 0, 59_000]);
  time = 60_000;
  expect(waits(true, 7)).toEqual([0, 0, 0, 0, 0, 0, 1000]);
});

test("no request starts in a pause", () => {
  let time = 0;
  const pace = createPace(10, () => time);
  pace.pause(3);
  pace.pause(1);
  expect(pace.wait(false)).toBe(3000);
  time = 3000;
  expect(pace.wait(false)).toBe(0);
});
