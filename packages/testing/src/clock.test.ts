import { expect, it } from "vitest";
import { createClock } from "./clock.js";

it("stands still until it is moved", () => {
  const { now } = createClock(new Date(1000));
  expect(now()).toEqual(new Date(1000));
  expect(now()).toEqual(now());
});

it("goes forward by the sum of all units", () => {
  const clock = createClock(new Date(0));
  clock.forward({ days: 1, hours: 2, minutes: 3, seconds: 4, milliseconds: 5 });
  expect(clock.now().toISOString()).toBe("1970-01-02T02:03:04.005Z");
});

it("answers copies, and never goes back", () => {
  const clock = createClock(new Date(5));
  clock.now().setTime(0);
  expect(() => clock.forward({ seconds: -1 })).toThrow("only go forward");
  expect(() => clock.forward({ seconds: Number.NaN })).toThrow("only go forward");
  expect(clock.now().getTime()).toBe(5);
});
