import { expect, it } from "vitest";
import { lifetime } from "./lifetime.js";

it.each([
  [1, "1 second"],
  [90, "90 seconds"],
  [60, "1 minute"],
  [600, "10 minutes"],
  [3600, "1 hour"],
  [5400, "90 minutes"],
  [86_400, "1 day"],
  [129_600, "36 hours"],
  [604_800, "7 days"],
  [0, "0 seconds"],
])("%i seconds are %s", (seconds, words) => {
  expect(lifetime(seconds)).toBe(words);
});

it("rounds down", () => {
  expect(lifetime(119.9)).toBe("119 seconds");
  expect(lifetime(3659)).toBe("1 hour");
  expect(lifetime(-5)).toBe("0 seconds");
});

it("supports other languages", () => {
  expect(lifetime(3600, "de")).toBe("1 Stunde");
  expect(lifetime(172_800, "es")).toBe("2 días");
});
